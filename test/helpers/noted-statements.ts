import type * as engine from '../../src/store/repositories/engine.ts';

const noted: engine.StatementText[] = [];

/**
 * Notes all statements that the repositories create when they are loaded. For `vi.mock` of
 * `store/repositories/engine.ts`.
 */
export async function noteStatements(
  original: () => Promise<typeof engine>,
): Promise<typeof engine> {
  const module = await original();
  const note = <Made extends engine.StatementText>(statement: Made): Made => {
    noted.push(statement);
    return statement;
  };
  return {
    ...module,
    sql: (text) => note(module.sql(text)),
    clearExpired: (...given) => note(module.clearExpired(...given)),
  };
}

/** Returns the texts of the noted statements for one engine. */
export function notedStatements(of: 'sqlite' | 'postgres'): readonly string[] {
  return noted.map(({ text }) => text[of]);
}
