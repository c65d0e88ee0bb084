import { homedir } from 'node:os';
import { join } from 'node:path';

/** The environment variables that decide where pis keeps its files. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the folder of the user's profiles: `$XDG_CONFIG_HOME/pis`, `%APPDATA%\pis` on Windows, or
 * else `~/.config/pis`. `PISCLI_HOME` names another folder.
 */
export function configurationFolder(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  const { PISCLI_HOME: own = '', XDG_CONFIG_HOME: xdg = '', APPDATA: appData = '' } = environment;
  if (own !== '') return own;
  if (platform === 'win32' && appData !== '') return join(appData, 'pis');
  return join(xdg === '' ? join(homedir(), '.config') : xdg, 'pis');
}

/** Returns the path of a profile. */
export function profilePath(folder: string, name: string): string {
  return join(folder, `${name}.json`);
}
