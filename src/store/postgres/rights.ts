import type pg from 'pg';
import { expectDefined } from '../../shared/assert.ts';
import { IncompatibleDatabase, refuseUnsafe } from './compatibility.ts';
import { connect } from './database/connect.ts';
import { migrate, MIGRATIONS } from './migrations.ts';

/** Tables on which the service's role has other rights than the default ones. */
const RIGHTS: Readonly<Record<string, string>> = {
  schema_version: 'SELECT',
  audit_entry: 'SELECT',
  audit_head: 'SELECT',
  audit_set_aside: 'SELECT',
  // The column `id` is not granted, because the service could otherwise use up the ID of a later
  // entry.
  audit_inbox: `SELECT, INSERT (at, recorded_at, actor_kind, actor_id, certificate, interaction_id,
    address, action, subject, detail, writer, number, mac)`,
};

const DEFAULT_RIGHTS = 'SELECT, INSERT, UPDATE, DELETE';

/** Functions of the owner that the service calls to sequence the audit log. */
const FUNCTIONS = ['audit_take_head()', 'audit_seal(bigint[], bytea[], bigint[], text[], bigint)'];

/**
 * Applies missing migrations as the database owner, and grants the service's role its permissions.
 * Returns the new schema version. You can repeat it, even while nodes serve requests.
 */
export async function migrateAs(owner: string, role: string): Promise<number> {
  const client = await connect(owner, { application_name: 'migrate' });
  try {
    await refuseUnsafe(client);
    await migrate(client);
    await grantService(client, role);
    return MIGRATIONS.length;
  } finally {
    await client.end();
  }
}

/**
 * Grants a role the rights that the service needs, and revokes all others in this schema. The role
 * may read and write rows. It may read the audit log, add to the inbox, and sequence entries with
 * functions of the owner.
 *
 * Throws IncompatibleDatabase if the role does not exist, has the owner's rights, or could change
 * the audit log through another role.
 */
async function grantService(client: pg.ClientBase, role: string): Promise<void> {
  const { rows: found } = await client.query<{ owns: boolean }>(
    // This is also true for a member that would need SET ROLE.
    `SELECT pg_has_role(rolname, current_user, 'MEMBER') AS owns FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  if (found[0] === undefined)
    throw new IncompatibleDatabase(`It has no role ${role}. Create it first.`);
  if (found[0].owns) {
    throw new IncompatibleDatabase(
      `The role ${role} has the rights of the owner. Name another role in PIS_DATABASE_URL.`,
    );
  }
  const name = client.escapeIdentifier(role);
  const schema = await schemaOf(client);
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
  );
  await client.query('BEGIN');
  try {
    await client.query(`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${name}`);
    await client.query(`REVOKE ALL ON SCHEMA ${schema} FROM ${name}`);
    // Until PostgreSQL 14, every role may create functions in `public`, which audit_seal might
    // call.
    await client.query(`REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC`);
    await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${name}`);
    for (const table of tables) {
      const rights = RIGHTS[table.name] ?? DEFAULT_RIGHTS;
      await client.query(`GRANT ${rights} ON ${client.escapeIdentifier(table.name)} TO ${name}`);
    }
    for (const own of FUNCTIONS) await client.query(`GRANT EXECUTE ON FUNCTION ${own} TO ${name}`);
    await refuseOtherRights(client, role);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Throws IncompatibleDatabase if the role has forbidden rights through another role or PUBLIC. */
async function refuseOtherRights(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ right: string }>(
    `SELECT 'change ' || relname AS right FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace
       AND relname = ANY (ARRAY['audit_entry', 'audit_head', 'audit_inbox', 'audit_set_aside'])
       AND has_table_privilege($1, oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
     UNION ALL SELECT 'create objects in the schema ' || current_schema()
     WHERE has_schema_privilege($1, current_schema(), 'CREATE')
     ORDER BY 1`,
    [role],
  );
  if (rows.length === 0) return;
  const rights = rows.map(({ right }) => right).join(', ');
  throw new IncompatibleDatabase(
    `The role ${role} may also ${rights}, through another role or a grant to PUBLIC. Revoke it.`,
  );
}

async function schemaOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  return client.escapeIdentifier(expectDefined(rows[0], 'a schema').schema);
}

/** Returns true if the role of the connection owns the tables, or may create the first ones. */
export async function mayMigrate(client: pg.ClientBase): Promise<boolean> {
  return truth(
    client,
    `SELECT COALESCE(
       (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class
        WHERE oid = to_regclass('schema_version')),
       has_schema_privilege(current_schema(), 'CREATE')) AS truth`,
  );
}

/**
 * Returns true if the role of the connection owns the audit log. It could then remove the triggers
 * and rights that protect it.
 */
export function ownsAuditLog(client: pg.ClientBase): Promise<boolean> {
  return truth(
    client,
    `SELECT pg_has_role(relowner, 'MEMBER') AS truth FROM pg_class
     WHERE oid = to_regclass('audit_entry')`,
  );
}

async function truth(client: pg.ClientBase, text: string): Promise<boolean> {
  const { rows } = await client.query<{ truth: boolean }>(text);
  return rows[0]?.truth === true;
}
