import { formatCount, formatMoment, formatNumber } from '../../../domain/messages/format.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import type { ListedTpp, Tpp } from '../../../domain/records/tpps.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { ListLinks, Table } from '../../../web/components/table.tsx';
import { UserText } from '../../../web/components/user-text.tsx';
import type { OperatorRequest } from '../../console-context.ts';
import { CsvLink } from '../../csv.tsx';
import { ConsolePage } from '../../page.tsx';
import { csvPath, tppPath, TPPS_PATH } from '../../paths.ts';

/** Maximum length of the id of an organisation, in characters. */
const MAX_ID = 64;

/**
 * Renders the TPPs that have clients at this bank, in the order of their ids. The query `?after=`
 * contains the id after which the page begins.
 */
export async function showTpps(request: OperatorRequest): Promise<PageBody> {
  const { parts, context } = request;
  const after = (context.req.query('after') ?? '').slice(0, MAX_ID);
  const { listed, next } = await parts.useCases.listTpps(after);
  return (
    <ConsolePage request={request} title="TPPs">
      {listed.length === 0 ? (
        <p>{after === '' ? 'No TPP has a client at this bank.' : 'There are no more TPPs.'}</p>
      ) : (
        <Table
          caption="In the order of their ids in the directory"
          columns={['TPP', 'Open consents']}
        >
          {listed.map((tpp) => (
            <TppRow tpp={tpp} />
          ))}
        </Table>
      )}
      <ListLinks
        links={{
          First: after === '' ? null : TPPS_PATH,
          Next: next && `${TPPS_PATH}?${new URLSearchParams({ after: next }).toString()}`,
        }}
      />
      <p class="quiet">
        TPPs without a client at this bank are not listed. Open consents are counted among the
        newest 1,000 of each client.
      </p>
      <CsvLink path={csvPath(TPPS_PATH)} />
    </ConsolePage>
  );
}

/** Returns the words for the access of a TPP. */
export function accessOf({ status, roles, suspension }: Tpp): string {
  if (suspension !== null) return 'Suspended by an operator';
  if (status !== 'Active') return `${status} in the directory`;
  return roles.includes('PISP') ? 'Active' : 'Active in the directory, but not as a PISP';
}

function TppRow({ tpp }: { readonly tpp: ListedTpp }) {
  const { id, name, clients, lastActivityAt, failingCallbacks } = tpp;
  const last = lastActivityAt === null ? 'never' : formatMoment(lastActivityAt);
  const access = accessOf(tpp);
  return (
    <tr>
      <th scope="row">
        <a href={tppPath(id)}>
          <UserText text={userText(name)} />
        </a>
        <span class="hint">{`${id}, ${formatCount(clients, 'client')}`}</span>
        <span class="hint">{`Last consent or payment: ${last}`}</span>
        <span class={access === 'Active' ? 'hint' : 'mark'}>{access}</span>
        {failingCallbacks === 0 ? null : (
          <span class="mark">
            {formatCount(
              failingCallbacks,
              'callback address is unresponsive',
              'callback addresses are unresponsive',
            )}
          </span>
        )}
      </th>
      <td>{formatNumber(tpp.openConsents)}</td>
    </tr>
  );
}
