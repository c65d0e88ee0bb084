import { actOf, RecordMissing, type OperatorRequest } from '../../console-context.ts';
import { idIn, rowIn } from './payment.tsx';

/** Pattern of the paths of case files. */
export const CASE_PATH = '/payments/:id/case';

/** Returns the case file of a payment, or of one row of its file or order. */
export async function sendCase(request: OperatorRequest): Promise<Response> {
  const { parts, context } = request;
  const id = idIn(request);
  const row = rowIn(request);
  const file = await parts.exportCase(id, row, actOf(request));
  if (file === 'unknownId') throw new RecordMissing('unknownPayment');
  if (file === 'unknownRow') throw new RecordMissing('unknownRow');
  const name = `case-${id}${row === null ? '' : `-${String(row)}`}.zip`;
  return context.body(Buffer.from(file), 200, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${name}"`,
  });
}
