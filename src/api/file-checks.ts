import { PaymentFile } from '../contract/initiation.ts';
import type { Operation } from '../contract/operations.ts';
import {
  ANNOUNCED_NAMES,
  readAnnounced,
  type AnnouncedName,
} from '../use-cases/files/file-metadata.ts';
import { Refusal } from '../shared/errors.ts';
import { londonDate } from '../shared/time.ts';
import type { Address, App, Handler } from './request-context.ts';
import type { Chain } from './request-pipeline.ts';
import { FileCheckAnswer, serializeCheck } from './file-check-answer.ts';
import { json, uploadOf, type HandlerParts } from './handlers/parts.ts';
import type { OtherAddress } from './openapi/document.ts';
import { headerOf } from './middleware/header.ts';

/** Where what is not the standard's lies below the host (docs/decisions, 72). */
const BASE_PATH = '/extensions/v1';

const OPERATION = {
  summary: 'Check a payment file before anything is at stake',
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

/** The headers that announce what a consent would: an account number has no place in an address. */
const HEADERS: Readonly<Record<AnnouncedName, string>> = {
  FileHash: 'x-file-hash',
  NumberOfTransactions: 'x-number-of-transactions',
  ControlSum: 'x-control-sum',
  RequestedExecutionDateTime: 'x-requested-execution-date-time',
  DebtorAccount: 'x-debtor-account',
};

/** `POST /extensions/v1/file-checks`, for the description. */
export const FILE_CHECKS_ADDRESS: OtherAddress = {
  ...{ method: 'post', path: `${BASE_PATH}${OPERATION.path}`, tag: 'extensions' },
  summary: OPERATION.summary,
  description:
    'An extension of this service. Takes the bytes of a file as an upload does, within the same ' +
    'limits, and tells every fault that the upload would be refused for, at most 100 of them, or ' +
    'what would become of the file were it approved and submitted now. Nothing is kept. What ' +
    'only the customer decides (limits, entitlements, accounts) is not judged.',
  takesToken: true,
  parameters: ANNOUNCED_NAMES.map((name) => ({
    name: HEADERS[name],
    in: 'header',
    description:
      name === 'DebtorAccount'
        ? "The consent's DebtorAccount: 14 digits, or an IBAN of GB."
        : `The consent's ${name}; what is not announced is not compared.`,
    schema: { type: 'string' },
  })),
  request: { type: 'application/json', schema: PaymentFile },
  answer: { status: OPERATION.success, type: 'application/json', schema: FileCheckAnswer },
};

/** The schemas of the extension that have names in the description. */
export const EXTENSION_SCHEMAS = { FileCheck: FileCheckAnswer };

interface FileCheckParts extends HandlerParts {
  /** How many days ahead a payment may be dated. */
  readonly horizonDays: number;
}

/** The address at which files are checked, through the same chain as the standard's. */
export function serveFileChecks(app: App, chain: Chain, parts: FileCheckParts): void {
  const handler = checkFileHandler(parts);
  app.on(OPERATION.method, `${BASE_PATH}${OPERATION.path}`, ({ env }) =>
    chain({ ...env, basePath: BASE_PATH, id: '' }, FILE_CHECKS, handler),
  );
}

function checkFileHandler(parts: FileCheckParts): Handler<Address> {
  const { engine, takeUploadPlace, horizonDays } = parts;
  return async ({ route, incoming, grant, signature, now, faults }) => {
    const announced = (name: AnnouncedName) => headerOf(incoming.headers, HEADERS[name]);
    const rules = { today: londonDate(now), horizonDays };
    const metadata = readAnnounced(announced, rules, (name, message) => {
      faults.add('headerInvalid', message, HEADERS[name]);
    });
    if (!faults.isEmpty) return faults.refusal();
    const leave = takeUploadPlace(grant.organisationId);
    if (leave instanceof Refusal) return leave;
    try {
      const checked = await engine.checkFile(uploadOf(incoming, signature), metadata, now);
      return checked instanceof Refusal ? checked : json(route, serializeCheck(checked));
    } finally {
      leave();
    }
  };
}
