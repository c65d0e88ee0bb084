import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import { logEvents, openLogger } from '../../../../src/ops/log.ts';
import { Connections } from '../../../../src/store/postgres/database/connections.ts';
import { withTransaction } from '../../../../src/store/postgres/database/transactions.ts';
import { sql } from '../../../../src/store/repositories/engine.ts';
import { connected } from '../../../helpers/postgres-databases.ts';
import { freshDatabase, hasPostgres } from '../../../helpers/use-postgres.ts';

const PAYEE = 'Jo Payee 12345678';

const REFUSED = sql<[string, number]>('INSERT INTO payee (name, pence) VALUES (?, ?)');
const OF_ANOTHER_TYPE = sql<[string]>('SELECT CAST(? AS BIGINT) AS number');

/** Returns the log line for a failure. */
function lineOf(error: unknown): string {
  let line = '';
  const write = (written: string): void => {
    line += written;
  };
  logEvents(openLogger({ level: 'info', node: null }, { write }))({
    ...{ kind: 'failure', what: 'a test', error },
  });
  return line;
}

async function failureOf(run: () => Generator<unknown, unknown, unknown>): Promise<unknown> {
  const url = await freshDatabase();
  await connected(url, (client) =>
    client.query(
      'CREATE TABLE payee (name TEXT, pence BIGINT CONSTRAINT positive CHECK (pence > 0))',
    ),
  );
  const connections = new Connections(url, 'test', 1);
  onTestFinished(() => connections.close());
  return withTransaction(connections, [run]).catch((error: unknown) => error);
}

describe.skipIf(!hasPostgres())('a statement that PostgreSQL refuses', () => {
  test('is logged with its constraint and without the row that failed', async () => {
    const failure = await failureOf(() => REFUSED.run(PAYEE, 0));
    expect(failure).toMatchObject({ code: '23514', constraint: 'positive', table: 'payee' });
    const lines = [lineOf(failure), lineOf(new StoreUnavailable('It failed.', { cause: failure }))];
    for (const line of lines) {
      expect(line).toContain('by the constraint positive');
      expect(line).not.toContain(PAYEE);
      expect(line).not.toContain('Failing row');
    }
  });

  test('is logged without the value that its message quotes', async () => {
    const failure = await failureOf(() => OF_ANOTHER_TYPE.get(PAYEE));
    expect(failure).toMatchObject({ code: '22P02' });
    expect(lineOf(failure)).not.toContain(PAYEE);
  });
});
