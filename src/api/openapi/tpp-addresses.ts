import { EVENT_EXTENSION_ADDRESSES } from '../event-extensions.ts';
import { EVENT_ADDRESSES, EVENT_SCHEMAS } from '../events.ts';
import { EXTENSION_SCHEMAS, FILE_CHECKS_ADDRESS } from '../file-checks.ts';
import { SHADOW_ADDRESS, SHADOW_SCHEMAS } from '../shadow.ts';
import { STATEMENT_ADDRESSES } from '../statements.ts';

/** The routes for TPPs that belong to no payment type. */
export const TPP_ADDRESSES = [
  FILE_CHECKS_ADDRESS,
  SHADOW_ADDRESS,
  ...STATEMENT_ADDRESSES,
  ...EVENT_ADDRESSES,
  ...EVENT_EXTENSION_ADDRESSES,
];

/** The named schemas of these routes. */
export const TPP_SCHEMAS = { ...EXTENSION_SCHEMAS, ...SHADOW_SCHEMAS, ...EVENT_SCHEMAS };
