import { StoreAddress, storeProblems, withPassword } from '../../config/store.ts';
import { readDatabaseAddress } from '../../shared/database-url.ts';
import { messageOf } from '../../shared/text.ts';
import { migrateAs } from '../../store/postgres/rights.ts';
import { CliError, failWith, type CliContext } from '../program.ts';

/** Creates or updates the tables of the shared database as its owner. */
export async function migrate(
  { environment, print }: CliContext,
  { owner, passwordFile }: { readonly owner: string; readonly passwordFile?: string },
): Promise<unknown> {
  const role = partOf(
    'PIS_DATABASE_URL',
    environment['PIS_DATABASE_URL'] ?? 'sqlite',
    environment,
  ).user;
  if (role === undefined) throw new CliError('PIS_DATABASE_URL contains no user for the nodes.');
  const { user } = partOf('--owner', owner, environment);
  if (user === role) {
    throw new CliError(
      `--owner and PIS_DATABASE_URL contain the same user, ${role}. Use two different users.`,
    );
  }
  const address = await withPassword(owner, passwordFile, '--password-file').catch(
    (cause: unknown) => {
      throw new CliError(messageOf(cause), { cause });
    },
  );
  const version = await migrateAs(address, role).catch(failWith('The database was not migrated.'));
  print(`The database is at version ${String(version)}. ${role} has the rights of the service.`);
  return { version, role };
}

/** Parses a database address. Throws if it breaks the rules of PIS_DATABASE_URL. */
function partOf(name: string, written: string, environment: NodeJS.ProcessEnv) {
  const store = StoreAddress.safeParse(written);
  const parsed = readDatabaseAddress(written);
  if (!store.success || 'problems' in parsed) {
    const messages = store.error?.issues.map(({ message }) => message) ?? ['Expected postgres://…'];
    throw new CliError(messages.map((message) => `${name}: ${message}.`).join(' '));
  }
  const rules = { ...environment, PIS_DATABASE_PASSWORD_FILE: undefined };
  const problems = storeProblems(rules, { store: store.data });
  if (problems.length > 0) throw new CliError(problems.join(' '));
  return parsed.address;
}
