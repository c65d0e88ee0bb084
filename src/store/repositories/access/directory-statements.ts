import { sql, type Sql } from '../engine.ts';

/** A software row joined with its organisation. Both documents are JSON. */
export interface Found {
  readonly software: string;
  readonly organisation: string;
  readonly admitted: 0 | 1;
}

/** The organisation that an active certificate belongs to. */
export interface Holder {
  readonly thumbprint: string;
  readonly organisationId: string;
}

const FOUND = `SELECT software.document AS software, organisation.document AS organisation,
    software.admitted * organisation.admitted AS admitted
  FROM software JOIN organisation ON organisation.id = organisation_id`;

/**
 * SQL that selects the software of a client. `AccessCache` must have triggers on every table that
 * this statement reads.
 */
export const FIND_SOFTWARE_OF = `${FOUND}
  JOIN client ON client.software_id = software.id WHERE client.id = ?`;

const ADMITTED = `SELECT software.id FROM software JOIN organisation ON organisation.id = organisation_id
  WHERE software.admitted = 1 AND organisation.admitted = 1`;

/** A statement that returns a page of ids after an id. */
const idsAfter = (text: string) => sql<[string, number], string>(text).pluck();

/** Returns SQL that stores a JSON document. PostgreSQL needs a cast from text to JSON. */
function withDocument(text: (document: string) => string): Sql {
  return { sqlite: text('?'), postgres: text('CAST(? AS JSON)') };
}

/** Returns SQL that changes the status field in the JSON documents of a table. */
function withStatus(table: 'organisation' | 'software', status: string): Sql {
  return {
    sqlite: `UPDATE ${table} SET document = json_set(document, '$.status', '${status}')
      WHERE id = ?`,
    postgres: `UPDATE ${table}
      SET document = CAST(jsonb_set(CAST(document AS jsonb), '{status}', '"${status}"') AS json)
      WHERE id = ?`,
  };
}

/** The statements of the directory. */
export const SQL = {
  organisation: sql<[string], string>('SELECT document FROM organisation WHERE id = ?').pluck(),
  software: sql<[string], { document: string; organisationId: string }>(
    'SELECT document, organisation_id AS organisationId FROM software WHERE id = ?',
  ),
  certificate: sql<[string], { softwareId: string; active: 0 | 1 }>(
    'SELECT software_id AS softwareId, active FROM certificate WHERE thumbprint = ?',
  ),
  activeIds: {
    organisation: idsAfter(`SELECT id FROM organisation
      WHERE id > ? AND document ->> 'status' <> 'Withdrawn' ORDER BY id LIMIT ?`),
    software: idsAfter(`SELECT id FROM software
      WHERE id > ? AND document ->> 'status' <> 'Inactive' ORDER BY id LIMIT ?`),
    certificate: idsAfter(`SELECT thumbprint FROM certificate
      WHERE thumbprint > ? AND active = 1 ORDER BY thumbprint LIMIT ?`),
  },
  upsertOrganisation: sql<[string, string]>(
    withDocument(
      (document) => `INSERT INTO organisation (id, document) VALUES (?, ${document})
        ON CONFLICT (id) DO UPDATE SET document = excluded.document`,
    ),
  ),
  upsertSoftware: sql<[string, string, string]>(
    withDocument(
      (document) => `INSERT INTO software (id, organisation_id, document)
        VALUES (?, ?, ${document})
        ON CONFLICT (id) DO UPDATE
          SET organisation_id = excluded.organisation_id, document = excluded.document`,
    ),
  ),
  upsertCertificate: sql<[string, string, 0 | 1]>(`
    INSERT INTO certificate (thumbprint, software_id, active) VALUES (?, ?, ?)
    ON CONFLICT (thumbprint) DO UPDATE
      SET software_id = excluded.software_id, active = excluded.active`),
  shutOut: {
    organisation: sql<[string]>(withStatus('organisation', 'Withdrawn')),
    software: sql<[string]>(withStatus('software', 'Inactive')),
    certificate: sql<[string]>('UPDATE certificate SET active = 0 WHERE thumbprint = ?'),
  },
  findSoftware: sql<[string], Found>(`${FOUND} WHERE software.id = ?`),
  findSoftwareOf: sql<[string], Found>(FIND_SOFTWARE_OF),
  // The parameters are two JSON lists: software ids and organisation ids.
  admittedOf: sql<[string, string], string>(`
    ${ADMITTED} AND software.id IN (SELECT value FROM json_each(?))
    UNION
    ${ADMITTED} AND organisation_id IN (SELECT value FROM json_each(?))
    ORDER BY 1`).pluck(),
  holders: sql<[string, number], Holder>(`
    SELECT thumbprint, organisation.id AS organisationId FROM certificate
      JOIN software ON software.id = software_id
      JOIN organisation ON organisation.id = organisation_id
    WHERE thumbprint > ?
      AND certificate.active = 1 AND software.admitted = 1 AND organisation.admitted = 1
    ORDER BY thumbprint LIMIT ?`),
};
