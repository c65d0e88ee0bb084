import type { ServiceReport, SettingInForce } from '../../domain/records/service-report.ts';
import { request } from '../control-client.ts';
import { CliError, type CliContext } from '../program.ts';
import { printable } from '../../shared/text.ts';

/**
 * Shows the version of the running service and its settings, or one setting. Throws CliError if
 * there is no such setting.
 */
export async function settings(
  context: CliContext,
  name?: string | object,
): Promise<ServiceReport | SettingInForce> {
  const found = await request<ServiceReport>(context, 'GET /settings', 'npx pisctl settings');
  if (typeof name === 'string') {
    const one = found.settings.find(({ variable }) => variable === name);
    if (one === undefined) {
      throw new CliError(`${printable(name)} is not a setting here. See: npx pisctl settings`);
    }
    context.print(formatSetting(one));
    context.print(`    ${one.meaning}`);
    return one;
  }
  const { version, nodeVersion, node, profile, store, files } = found;
  context.print(`Version ${version} on Node.js ${nodeVersion}, node ${node}, profile ${profile}`);
  context.print(`Database: ${store}. Payment files: ${files}.`);
  for (const one of found.settings) context.print(formatSetting(one));
  return found;
}

function formatSetting({ variable, value, isSecret, source, isLimit }: SettingInForce): string {
  const shown = isSecret ? 'set, not shown' : value === null ? 'not set' : printable(value);
  return `${variable}: ${shown} (${source}${isLimit ? ', limit' : ''})`;
}
