import type { Migration } from './migration.ts';

/** Whom a change of an organisation touches is found without looking at all software. */
export const softwareOfOrganisation: Migration = {
  name: 'software-of-organisation',
  sql: 'CREATE INDEX software_of_organisation ON software (organisation_id);',
};
