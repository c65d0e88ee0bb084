import { setting } from './setting.ts';
import { address, httpsOrigin, port } from './value-types.ts';

/** Default IP address of the console's listener. */
const DEFAULT_ADDRESS = '127.0.0.1';

/** Settings of the operators' console (docs/decisions, 161). */
export const CONSOLE_SETTINGS = {
  consolePort: setting(
    'PIS_CONSOLE_PORT',
    port.optional(),
    "port of the [operators' console](../operations-console.md), with TLS in the secure profile. 0 " +
      'selects a free port. Unset: the console is off.',
  ),
  consoleListenAddress: setting(
    'PIS_CONSOLE_LISTEN_ADDRESS',
    address.default(DEFAULT_ADDRESS),
    "IP address of the console. Only the bank's own network should reach it. In the sandbox always " +
      'loopback.',
  ),
  consoleUrl: setting(
    'PIS_CONSOLE_URL',
    httpsOrigin.optional(),
    'console as browsers reach it, for example `https://console.bank.example`. Required with ' +
      '`PIS_CONSOLE_PORT` in the secure profile. The certificate in `PIS_TLS_CERTIFICATE_FILE` must ' +
      'contain its host name.',
  ),
};

/** Returns a line of text for each setting of the console that is missing or has no effect. */
export function consoleProblems(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { consolePort, consoleListenAddress, consoleUrl } = CONSOLE_SETTINGS;
  const isSet = ({ variable }: { readonly variable: string }) =>
    environment[variable] !== undefined;
  const others = [consoleListenAddress, consoleUrl].filter(isSet);
  const isSecure = environment['PIS_PROFILE'] === 'secure';
  const needed = isSecure ? consolePort.variable : 'PIS_PROFILE=secure';
  if (!isSecure || !isSet(consolePort)) {
    return others.map(({ variable }) => `${variable} has an effect only with ${needed}.`);
  }
  return isSet(consoleUrl) ? [] : [`${consolePort.variable} needs ${consoleUrl.variable}.`];
}
