import type { Migration } from './migration.ts';

/** Adds an index that finds the software of an organisation. */
export const softwareOfOrganisation: Migration = {
  name: 'software-of-organisation',
  sql: 'CREATE INDEX software_of_organisation ON software (organisation_id);',
};
