import { readConfig, type Config } from './config/config.ts';
import { problemOfDataFolder } from './config/data-folder.ts';
import { problemsOfPrivacy } from './config/private-paths.ts';

/** Exit code for supervisors if the service did not start (docs/operations.md). */
const EXIT_NOT_STARTED = 2;

/**
 * Returns the configuration of the service. If it cannot be used, prints the reason and exits. The
 * modules of the service are loaded after this check, because loading them takes a second.
 */
export function usableConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = readConfig(environment);
  if ('problems' in parsed) return notStarted(parsed.problems.join(' '));
  const { config } = parsed;
  const problem = problemOfDataFolder(config.dataDirectory);
  if (problem !== undefined) return notStarted(problem);
  const privacyProblems = config.profile === 'secure' ? problemsOfPrivacy(config) : [];
  return privacyProblems.length > 0 ? notStarted(privacyProblems.join(' ')) : config;
}

/** Prints why the service does not start, and exits. */
export function notStarted(reason: string): never {
  console.error(`Not started: ${reason}`);
  process.exit(EXIT_NOT_STARTED);
}
