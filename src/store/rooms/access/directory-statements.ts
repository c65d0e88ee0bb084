import type { Database } from '../../sqlite/database/database.ts';

/** Software with its organisation, each as its document. */
export interface Found {
  readonly software: string;
  readonly organisation: string;
  readonly admitted: 0 | 1;
}

const FOUND = `SELECT software.document AS software, organisation.document AS organisation,
    software.admitted AND organisation.admitted AS admitted
  FROM software JOIN organisation ON organisation.id = organisation_id`;

/** Of whatever table it reads, `Remembered` is told by a trigger. */
export const FIND_SOFTWARE_OF = `${FOUND}
  JOIN client ON client.software_id = software.id WHERE client.id = ?`;

const ADMITTED = `SELECT software.id FROM software JOIN organisation ON organisation.id = organisation_id
  WHERE software.admitted AND organisation.admitted`;

/** The statements that the directory is read and written with. */
export function prepareDirectory(database: Database) {
  return { ...prepareRows(database), ...prepareLooks(database) };
}

/** What is kept of each row, and how it becomes otherwise. */
function prepareRows(database: Database) {
  const ids = (sql: string) => database.prepare<[string, number], string>(sql).pluck();
  return {
    organisation: database
      .prepare<[string], string>('SELECT document FROM organisation WHERE id = ?')
      .pluck(),
    software: database.prepare<[string], { document: string; organisationId: string }>(
      'SELECT document, organisation_id AS organisationId FROM software WHERE id = ?',
    ),
    certificate: database.prepare<[string], { softwareId: string; active: 0 | 1 }>(
      'SELECT software_id AS softwareId, active FROM certificate WHERE thumbprint = ?',
    ),
    goodOnes: {
      organisation: ids(`SELECT id FROM organisation
        WHERE id > ? AND document ->> 'status' <> 'Withdrawn' ORDER BY id LIMIT ?`),
      software: ids(`SELECT id FROM software
        WHERE id > ? AND document ->> 'status' <> 'Inactive' ORDER BY id LIMIT ?`),
      certificate: ids(`SELECT thumbprint FROM certificate
        WHERE thumbprint > ? AND active ORDER BY thumbprint LIMIT ?`),
    },
    keepOrganisation: database.prepare<[string, string]>(
      `INSERT INTO organisation (id, document) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET document = excluded.document`,
    ),
    keepSoftware: database.prepare<[string, string, string]>(
      `INSERT INTO software (id, organisation_id, document) VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE
         SET organisation_id = excluded.organisation_id, document = excluded.document`,
    ),
    keepCertificate: database.prepare<[string, string, 0 | 1]>(
      `INSERT INTO certificate (thumbprint, software_id, active) VALUES (?, ?, ?)
       ON CONFLICT (thumbprint) DO UPDATE
         SET software_id = excluded.software_id, active = excluded.active`,
    ),
    shutOut: {
      organisation: database.prepare<[string]>(
        `UPDATE organisation SET document = json_set(document, '$.status', 'Withdrawn')
         WHERE id = ?`,
      ),
      software: database.prepare<[string]>(
        `UPDATE software SET document = json_set(document, '$.status', 'Inactive') WHERE id = ?`,
      ),
      certificate: database.prepare<[string]>(
        'UPDATE certificate SET active = 0 WHERE thumbprint = ?',
      ),
    },
  };
}

function prepareLooks(database: Database) {
  return {
    findSoftware: database.prepare<[string], Found>(`${FOUND} WHERE software.id = ?`),
    findSoftwareOf: database.prepare<[string], Found>(FIND_SOFTWARE_OF),
    // Of lists of ids: software by its own, and by its organisation's.
    admittedOf: database
      .prepare<[string, string], string>(
        `${ADMITTED} AND software.id IN (SELECT value FROM json_each(?))
         UNION
         ${ADMITTED} AND organisation_id IN (SELECT value FROM json_each(?))
         ORDER BY software.id`,
      )
      .pluck(),
    holders: database
      .prepare<[string, number], [string, string]>(
        `SELECT thumbprint, organisation.id FROM certificate
           JOIN software ON software.id = software_id
           JOIN organisation ON organisation.id = organisation_id
         WHERE thumbprint > ?
           AND certificate.active AND software.admitted AND organisation.admitted
         ORDER BY thumbprint LIMIT ?`,
      )
      .raw(),
  };
}
