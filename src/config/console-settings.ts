import { z } from 'zod';
import { text } from '../contract/fields.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../domain/records/operators.ts';
import { setting } from './setting.ts';
import { issuer } from './sign-in-settings.ts';
import { address, httpsOrigin, onOff, port } from './value-types.ts';

/** Default IP address of the console's listener. */
const DEFAULT_ADDRESS = '127.0.0.1';

/** The roles of each group of an OpenID Provider. */
type GroupRoles = ReadonlyMap<string, readonly OperatorRole[]>;

const GROUPS_EXPECTED =
  'Expected groups with their roles, such as payments-read=read,payments-ops=operate approve';

/** A comma after an even number of quotation marks, so that it is in no quoted name. */
const COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/**
 * Groups with their roles: `<group>=<role> <role>,<group>=<role>`. The name of a group that
 * contains a comma, such as an LDAP name, is in quotation marks.
 */
const groupRoles = z.string().transform((value, context): GroupRoles => {
  const groups = new Map<string, readonly OperatorRole[]>();
  for (const written of value.split(COMMA)) {
    const equals = written.lastIndexOf('=');
    const name = written.slice(0, Math.max(equals, 0)).trim();
    const group = name.replace(/^"(.*)"$/, '$1').trim();
    const roleNames = written
      .slice(equals + 1)
      .trim()
      .split(/ +/);
    const roles = OPERATOR_ROLES.filter((role) => roleNames.includes(role));
    const isWrong = /^$|"/.test(group) || groups.has(group) || roles.length !== roleNames.length;
    if (isWrong) context.addIssue({ code: 'custom', message: GROUPS_EXPECTED });
    groups.set(group, roles);
  }
  return groups;
});

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
  consolePasskeys: setting(
    'PIS_CONSOLE_PASSKEYS',
    onOff.default(true),
    '`off`: operators cannot sign in with passkeys, only at the OpenID Provider. `on`: both.',
    '`on`',
  ),
  consoleIdpIssuer: setting(
    'PIS_CONSOLE_IDP',
    issuer.optional(),
    "issuer of the bank's OpenID Provider at which [operators sign in]" +
      '(../operations-console.md#sign-in-at-the-banks-openid-provider), for example ' +
      '`https://idp.bank.example`. Unset: with passkeys only.',
  ),
  consoleIdpGroups: setting(
    'PIS_CONSOLE_IDP_GROUPS',
    groupRoles.optional(),
    'groups at that provider with their roles, for example ' +
      '`payments-read=read,payments-ops=operate approve`. A name with commas is in quotation ' +
      'marks: `"cn=ops,dc=bank"=operate`. Required with `PIS_CONSOLE_IDP`.',
  ),
  consoleIdpClientId: setting(
    'PIS_CONSOLE_IDP_CLIENT_ID',
    text(255).default('payment-console'),
    '`client_id` of the console at that provider',
  ),
  consoleIdpIdClaim: setting(
    'PIS_CONSOLE_IDP_ID_CLAIM',
    text(255).default('preferred_username'),
    'claim of the ID token with the id of the operator, which is in the audit log. It must be the ' +
      'user name of the person in the operating system.',
  ),
  consoleIdpGroupsClaim: setting(
    'PIS_CONSOLE_IDP_GROUPS_CLAIM',
    text(255).default('groups'),
    'claim of the ID token with the groups of the operator',
  ),
  consoleIdpAcr: setting(
    'PIS_CONSOLE_IDP_ACR',
    text(255).optional(),
    '`acr` that the ID token must have, for example that of two factors. Unset: the provider alone ' +
      'decides how operators authenticate.',
  ),
  consoleApiAudience: setting(
    'PIS_CONSOLE_API_AUDIENCE',
    text(255).optional(),
    "audience (`aud`) of access tokens for the [operators' API](../operations-console.md#json-api), for " +
      'example `https://console.bank.example/api/v1`. Unset: the API is off.',
  ),
};

type Environment = Readonly<Record<string, string | undefined>>;

const isSetIn =
  (environment: Environment) =>
  ({ variable }: { readonly variable: string }) =>
    environment[variable] !== undefined;

/** Returns a line of text for each setting of the console that is missing or has no effect. */
export function consoleProblems(environment: Environment): readonly string[] {
  const { consolePort, consoleListenAddress, consoleUrl } = CONSOLE_SETTINGS;
  const isSet = isSetIn(environment);
  const others = [consoleListenAddress, consoleUrl].filter(isSet);
  const isSecure = environment['PIS_PROFILE'] === 'secure';
  const needed = isSecure ? consolePort.variable : 'PIS_PROFILE=secure';
  const problems = providerProblems(environment);
  if (!isSecure || !isSet(consolePort)) {
    const unused = others.map(({ variable }) => `${variable} has an effect only with ${needed}.`);
    return [...unused, ...problems];
  }
  const missing = isSet(consoleUrl)
    ? []
    : [`${consolePort.variable} needs ${consoleUrl.variable}.`];
  return [...missing, ...problems];
}

/** Returns the problems of the settings about the sign-in at the OpenID Provider. */
function providerProblems(environment: Environment): readonly string[] {
  const { consolePort, consoleIdpIssuer: provider, consoleIdpGroups, ...all } = CONSOLE_SETTINGS;
  const isSet = isSetIn(environment);
  if (isSet(provider)) {
    const needed = [consolePort, consoleIdpGroups].filter((one) => !isSet(one));
    return needed.map(({ variable }) => `${provider.variable} needs ${variable}.`);
  }
  const { consoleIdpClientId, consoleIdpIdClaim, consoleIdpGroupsClaim, consoleIdpAcr } = all;
  const claims = [consoleIdpIdClaim, consoleIdpGroupsClaim, consoleIdpAcr, all.consoleApiAudience];
  const useless = [consoleIdpGroups, consoleIdpClientId, ...claims].filter(isSet);
  const isOff = environment[all.consolePasskeys.variable] === 'off';
  return [
    ...useless.map(({ variable }) => `${variable} has an effect only with ${provider.variable}.`),
    ...(isOff ? [`${all.consolePasskeys.variable}=off needs ${provider.variable}.`] : []),
  ];
}
