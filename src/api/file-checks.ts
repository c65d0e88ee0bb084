import { z } from 'zod';
import { FILE_FORMS } from '../contract/file-forms.ts';
import { ALL_FILE_TYPES, PAYMENT_FILE_3_1 } from '../domain/records/file-types.ts';
import type { Operation } from '../contract/operations.ts';
import {
  ANNOUNCED_NAMES,
  readAnnounced,
  type AnnouncedName,
} from '../use-cases/files/file-metadata.ts';
import { fileTypeOfMedia, PAIN_001 } from '../domain/records/file-types.ts';
import { Refusal } from '../shared/errors.ts';
import { londonDate, type Days } from '../shared/time.ts';
import type { Address, App, Handler } from './request-context.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import { FileCheckAnswer, serializeCheck } from './file-check-answer.ts';
import { json, uploadOf, type HandlerParts } from './handlers/parts.ts';
import type { OtherAddress } from './openapi/document.ts';
import { headerOf } from './middleware/header.ts';

/** Base path of the service's extensions to the standard (docs/decisions, 72). */
export const BASE_PATH = '/extensions/v1';

const OPERATION = {
  summary: 'Check a payment file without uploading it',
  resource: 'file',
  paged: false,
  method: 'POST',
  path: '/file-checks',
  grant: 'client',
  idempotent: false,
  body: 'file',
  success: 200,
  answers: 'application/json',
} as const satisfies Operation;

const FILE_CHECKS: Address = {
  name: 'checkFile',
  operation: OPERATION,
  family: { name: 'extensions' },
};

/**
 * The headers with the values that a consent would contain. They are headers and not query
 * parameters, because an account number must not appear in a URL.
 */
const HEADERS: Readonly<Record<AnnouncedName, string>> = {
  FileType: 'x-file-type',
  FileHash: 'x-file-hash',
  NumberOfTransactions: 'x-number-of-transactions',
  ControlSum: 'x-control-sum',
  RequestedExecutionDateTime: 'x-requested-execution-date-time',
  DebtorAccount: 'x-debtor-account',
};

const DESCRIPTIONS: Readonly<Partial<Record<AnnouncedName, string>>> = {
  FileType: `The consent's FileType. If absent, it is ${PAYMENT_FILE_3_1}.`,
  DebtorAccount: "The consent's DebtorAccount: 14 digits, or an IBAN of GB.",
};

/** The route `POST /extensions/v1/file-checks`, as the API description shows it. */
export const FILE_CHECKS_ADDRESS: OtherAddress = {
  method: 'post',
  path: `${BASE_PATH}${OPERATION.path}`,
  tag: 'extensions',
  summary: OPERATION.summary,
  description:
    'An extension of this service. Send the bytes of a file as in an upload, with the same ' +
    'Content-Type. The same limits apply. The answer lists the faults for which the upload would be rejected, at most 100. ' +
    'Without faults, it shows how the file would be executed if it were approved and submitted ' +
    "now. Nothing is stored. The customer's limits, entitlements and accounts are not checked.",
  takesToken: true,
  parameters: ANNOUNCED_NAMES.map((name) => ({
    name: HEADERS[name],
    in: 'header',
    description:
      DESCRIPTIONS[name] ?? `The consent's ${name}. If absent, the file is not compared with it.`,
    schema: { type: 'string' },
  })),
  request: {
    type: 'application/json',
    schema: z.union(ALL_FILE_TYPES.map((type) => FILE_FORMS[type].file)),
  },
  answer: { status: OPERATION.success, type: 'application/json', schema: FileCheckAnswer },
};

/** The named schemas of the extensions in the API description. */
export const EXTENSION_SCHEMAS = { FileCheck: FileCheckAnswer };

interface FileCheckParts extends HandlerParts {
  /** Maximum number of days between today and the execution date. */
  readonly maxDaysAhead: Days;
}

/**
 * Registers the route for file checks. It uses the same request pipeline as the routes of the
 * standard.
 */
export function serveFileChecks(app: App, pipeline: RequestPipeline, parts: FileCheckParts): void {
  const handler = checkFileHandler(parts);
  app.on(OPERATION.method, `${BASE_PATH}${OPERATION.path}`, ({ env }) =>
    pipeline({ ...env, basePath: BASE_PATH, id: '' }, FILE_CHECKS, handler),
  );
}

function checkFileHandler(parts: FileCheckParts): Handler<Address> {
  const { useCases, acquireUploadSlot, maxDaysAhead } = parts;
  return async ({ route, incoming, grant, signature, now, faults }) => {
    const announced = (name: AnnouncedName) => headerOf(incoming.headers, HEADERS[name]);
    const rules = { today: londonDate(now), maxDaysAhead };
    const announcedMetadata = readAnnounced(announced, rules, (name, message) => {
      faults.add('headerInvalid', message, HEADERS[name]);
    });
    const sent = fileTypeOfMedia(incoming.headers['content-type'] ?? '');
    const metadata =
      sent === PAIN_001 ? { ...announcedMetadata, fileType: sent } : announcedMetadata;
    if (!faults.isEmpty) return faults.refusal();
    const release = acquireUploadSlot(grant.organisationId);
    if (release instanceof Refusal) return release;
    try {
      const checked = await useCases.checkFile(uploadOf(incoming, signature), metadata, now);
      return checked instanceof Refusal ? checked : json(route, serializeCheck(checked));
    } finally {
      release();
    }
  };
}
