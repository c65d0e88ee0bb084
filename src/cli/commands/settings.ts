import type { ServiceReport, SettingInForce } from '../../domain/records/service-report.ts';
import { request } from '../control-client.ts';
import type { CliContext } from '../program.ts';
import { printable } from '../../shared/text.ts';

/** Shows the version of the running service and its settings. */
export async function settings(context: CliContext): Promise<ServiceReport> {
  const found = await request<ServiceReport>(context, 'GET /settings', 'npx pisctl settings');
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
