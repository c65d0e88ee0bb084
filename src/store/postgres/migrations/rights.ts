import type pg from 'pg';
import { present } from '../../../kernel/assert.ts';
import { UnfitDatabase } from '../fitness.ts';

/** Rights on tables that are not the usual ones of the service's role. */
const RIGHTS: Readonly<Record<string, string>> = {
  migration: 'SELECT',
  audit_entry: 'SELECT',
  audit_head: 'SELECT',
  audit_set_aside: 'SELECT',
  // Not on `id`: nobody takes the number of an entry that comes later.
  audit_inbox: `SELECT, INSERT (at, recorded_at, actor_kind, actor_id, certificate, interaction_id,
    address, action, subject, detail, writer, number, mac)`,
};

const USUAL = 'SELECT, INSERT, UPDATE, DELETE';

/** Functions of the owner's that the service seals the audit log with. */
const FUNCTIONS = ['audit_take_head()', 'audit_seal(bigint[], bytea[], bigint[], text[], bigint)'];

/**
 * Gives a role what the service needs, and takes every other right in this schema from it: it reads
 * and writes rows, and of the audit log it reads all, adds to the inbox, and seals by the functions
 * of the owner. Throws UnfitDatabase where there is no such role, or it has the owner's rights.
 */
export async function grantService(client: pg.ClientBase, role: string): Promise<void> {
  const { rows: found } = await client.query<{ owns: boolean }>(
    `SELECT pg_has_role(rolname, current_user, 'USAGE') AS owns FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  if (found[0] === undefined) throw new UnfitDatabase(`It has no role ${role}.`);
  if (found[0].owns) {
    throw new UnfitDatabase(
      `The role ${role} has the rights of the owner. Name another one in PIS_STORE.`,
    );
  }
  const [name, schema] = [client.escapeIdentifier(role), await schemaOf(client)];
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
  );
  await client.query('BEGIN');
  try {
    await client.query(`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${name}`);
    await client.query(`REVOKE ALL ON SCHEMA ${schema} FROM ${name}`);
    await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${name}`);
    for (const table of tables) {
      const rights = RIGHTS[table.name] ?? USUAL;
      await client.query(`GRANT ${rights} ON ${client.escapeIdentifier(table.name)} TO ${name}`);
    }
    for (const own of FUNCTIONS) await client.query(`GRANT EXECUTE ON FUNCTION ${own} TO ${name}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function schemaOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  return client.escapeIdentifier(present(rows[0], 'a schema').schema);
}

/** Whether the role of a connection may migrate: it owns the tables, or may create the first. */
export async function mayMigrate(client: pg.ClientBase): Promise<boolean> {
  return truth(
    client,
    `SELECT COALESCE(
       (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('migration')),
       has_schema_privilege(current_schema(), 'CREATE')) AS truth`,
  );
}

/** Whether the role of a connection owns the audit log, and so may remove what guards it. */
export function ownsAuditLog(client: pg.ClientBase): Promise<boolean> {
  return truth(
    client,
    `SELECT pg_has_role(relowner, 'USAGE') AS truth FROM pg_class
     WHERE oid = to_regclass('audit_entry')`,
  );
}

async function truth(client: pg.ClientBase, text: string): Promise<boolean> {
  const { rows } = await client.query<{ truth: boolean }>(text);
  return rows[0]?.truth === true;
}
