import { z } from 'zod';
import type { Operation } from '../contract/operations.ts';
import { STATEMENTS, type Statement } from '../domain/ports/statements.ts';
import { Refusal } from '../shared/errors.ts';
import { BASE_PATH } from './file-checks.ts';
import type { HandlerParts } from './handlers/parts.ts';
import type { OtherAddress } from './openapi/document.ts';
import type { Address, App, Handler } from './request-context.ts';
import type { RequestPipeline } from './request-pipeline.ts';

const DESCRIPTIONS: Readonly<Record<Statement, { summary: string; description: string }>> = {
  'pain.002': {
    summary: 'Read the status of every payment of a file as a pain.002',
    description:
      'A pain.002.001.10 (CustomerPaymentStatusReport) with the group status of `report-file`, and ' +
      'a TxInfAndSts for each payment: its status, the reason, the ids in the file and the amount.',
  },
  'camt.054': {
    summary: 'Read the debits and the returned credits of a file as a camt.054',
    description:
      'A camt.054.001.08 (BankToCustomerDebitCreditNotification). A BULK file has one debit for ' +
      'each scheme, day and account, with its number of payments. A BATCH file has one for each payment. ' +
      'A returned credit is an entry of its own with the reason.',
  },
};

const OPERATION = {
  resource: 'report',
  paged: false,
  method: 'GET',
  grant: 'client',
  idempotent: false,
  body: 'none',
  success: 200,
  answers: 'application/xml',
} as const;

/** The routes of messages about each payment of a file, for the API description. */
export const STATEMENT_ADDRESSES: readonly OtherAddress[] = STATEMENTS.map((name) => ({
  method: 'get',
  path: `${BASE_PATH}/file-payments/{FilePaymentId}/${name}`,
  tag: 'extensions',
  takesToken: true,
  summary: DESCRIPTIONS[name].summary,
  description: `An extension of this service. ${DESCRIPTIONS[name].description}`,
  parameters: [{ name: 'FilePaymentId', in: 'path', schema: { type: 'string' } }],
  answer: { status: OPERATION.success, type: OPERATION.answers, schema: z.string() },
}));

/** Registers the routes of messages about each payment of a file. */
export function serveStatements(
  app: App,
  pipeline: RequestPipeline,
  parts: Pick<HandlerParts, 'useCases' | 'downloads'>,
): void {
  for (const name of STATEMENTS) {
    const path = `/file-payments/:id/${name}`;
    const { summary } = DESCRIPTIONS[name];
    const operation: Operation = { ...OPERATION, summary, path };
    const route: Address = { name, operation, family: { name: 'extensions' } };
    const handler = statementHandler(name, parts);
    app.on(OPERATION.method, `${BASE_PATH}${path}`, ({ env, req }) =>
      pipeline({ ...env, basePath: BASE_PATH, id: req.param('id') ?? '' }, route, handler),
    );
  }
}

function statementHandler(
  name: Statement,
  { useCases, downloads }: Pick<HandlerParts, 'useCases' | 'downloads'>,
): Handler<Address> {
  return async ({ id, grant, now, outgoing, endUnread, signatureOf }) => {
    const { clientId, organisationId } = grant;
    const { answers: contentType, success: status } = OPERATION;
    const body = await downloads.begin({ organisationId, outgoing, endUnread }, () =>
      useCases.writeStatement(name, id, { clientId, now }, signatureOf(contentType)),
    );
    return body instanceof Refusal ? body : { status, body, contentType };
  };
}
