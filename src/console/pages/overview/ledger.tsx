import {
  formatCount,
  formatPounds,
  formatScheme,
  formatSignedPounds,
} from '../../../domain/messages/format.ts';
import type {
  LedgerAccountDay,
  LedgerDay,
  LedgerSchemeDay,
  OpenPence,
} from '../../../domain/records/ledger-day.ts';
import { addDays, londonDate } from '../../../shared/time.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Entry } from '../../../web/components/section.tsx';
import { ListLinks, Table } from '../../../web/components/table.tsx';
import { Row } from '../../../web/components/user-text.tsx';
import type { OperatorRequest } from '../../console-context.ts';
import { CsvLink } from '../../csv.tsx';
import { ConsolePage } from '../../page.tsx';
import { csvPath, entriesPath, LEDGER_PATH, ledgerPath } from '../../paths.ts';
import { dayIn } from './list-parts.ts';

/** Renders the accounts of the bank on a day. It contains sums only, and no data of customers. */
export async function showLedger(request: OperatorRequest): Promise<PageBody> {
  const { day, schemes, others, entries, debitPence, creditPence } = await ledgerIn(request);
  const isToday = day === londonDate(request.parts.clock());
  const used = schemes.filter(isUsed);
  const accounts = [...used.flatMap((one) => [one.clearing, one.settlement]), ...others];
  const isBalanced = debitPence === creditPence;
  return (
    <ConsolePage request={request} title="Ledger">
      <p>{`${day} in London: ${formatCount(entries, 'entry', 'entries')}.`}</p>
      <ListLinks
        links={{
          'Earlier day': ledgerPath({ day: addDays(day, -1) }),
          'Later day': isToday ? null : ledgerPath({ day: addDays(day, 1) }),
          Today: isToday ? null : LEDGER_PATH,
        }}
      />
      <Table caption="Debits and credits of the day" columns={['Account', 'Debits', 'Credits']}>
        {accounts.map((account) => (
          <AccountRow account={account} day={day} />
        ))}
        <tr>
          <th scope="row">
            All accounts
            <span class={isBalanced ? 'hint' : 'mark'}>
              {isBalanced ? 'Debits and credits are equal' : 'Debits and credits differ'}
            </span>
          </th>
          <td>{formatPounds(debitPence)}</td>
          <td>{formatPounds(creditPence)}</td>
        </tr>
      </Table>
      {used.map((scheme) => (
        <SchemeSection scheme={scheme} usesHub={request.parts.uses.hub} />
      ))}
      <p class="quiet">
        Balances and open money are those of now. Schemes without entries, balance and open money
        are not listed.
      </p>
      <CsvLink path={csvPath(ledgerPath({ day }))} text="Download all accounts as CSV" />
    </ConsolePage>
  );
}

/** Returns the ledger of the day in the query of an address, or of today. */
export function ledgerIn(request: OperatorRequest): Promise<LedgerDay> {
  const { useCases, clock } = request.parts;
  return useCases.ledgerOfDay(dayIn(request) ?? londonDate(clock()));
}

function isUsed({ clearing, settlement, open }: LedgerSchemeDay): boolean {
  const sums = [clearing, settlement].map(
    ({ debitPence, creditPence, balancePence }) =>
      debitPence > 0 || creditPence > 0 || balancePence !== 0,
  );
  return sums.includes(true) || Object.values(open).some((pence) => pence > 0);
}

function AccountRow({ account, day }: { account: LedgerAccountDay; day: string }) {
  const { account: number, debitPence, creditPence, balancePence } = account;
  return (
    <tr>
      <th scope="row">
        {balancePence === null ? (
          'Accounts of customers'
        ) : (
          <>
            <a href={entriesPath({ account: number, day })}>{number}</a>
            <span class="hint">{`Balance ${formatSignedPounds(balancePence)}`}</span>
          </>
        )}
      </th>
      <td>{formatPounds(debitPence)}</td>
      <td>{formatPounds(creditPence)}</td>
    </tr>
  );
}

interface SchemeProperties {
  readonly scheme: LedgerSchemeDay;
  readonly usesHub: boolean;
}

function SchemeSection({ scheme, usesHub }: SchemeProperties) {
  const { instrument, open, openOfDay, returnedPence, differencePence } = scheme;
  return (
    <Entry id={`scheme-${instrument}`} title={formatScheme(instrument)}>
      {differencePence === 0 ? null : (
        <p class="mark">
          {`The clearing account has ${formatSignedPounds(differencePence)} more than the open payments. ` +
            'Open the page again. If the difference remains, run: npx pisctl audit verify'}
        </p>
      )}
      <dl>
        <Row label="Rejected or returned on this day" value={formatPounds(returnedPence)} />
        <Row label="Open, due on this day" value={openText(openOfDay)} />
        <Row label="Open in total" value={openText(open)} />
      </dl>
      <OpenLinks open={open} usesHub={usesHub} />
    </Entry>
  );
}

/** Links to the pages that list open money. */
function OpenLinks({ open, usesHub }: Pick<SchemeProperties, 'usesHub'> & { open: OpenPence }) {
  const isAtHub = usesHub && open.toSendPence + open.unansweredPence + open.pendingPence > 0;
  return (
    <>
      {open.parkedPence > 0 ? (
        <p>
          Money in suspense: <a href="/work">Work</a>
        </p>
      ) : null}
      {isAtHub ? (
        <p>
          {'Messages: '}
          <a href="/schemes">Schemes</a>
          {', or run '}
          <code>npx pisctl hub messages</code>
          {' with '}
          <code>--by waiting</code>, <code>unanswered</code>
          {' or '}
          <code>pending</code>
        </p>
      ) : null}
    </>
  );
}

function openText(open: OpenPence): string {
  const parts = [
    [open.toSendPence, 'not sent'],
    [open.unansweredPence, 'sent and not answered'],
    [open.pendingPence, 'pending at the scheme'],
    [open.parkedPence, 'in suspense, waiting for an operator'],
  ] as const;
  const shown = parts.filter(([pence]) => pence > 0);
  if (shown.length === 0) return 'Nothing';
  return shown.map(([pence, what]) => `${formatPounds(pence)} ${what}`).join(', ');
}
