import {
  isMonth,
  londonMonth,
  type ApiDay,
  type ApiMonth,
  type Downtime,
  type GroupFigures,
} from '../../../domain/records/api-figures.ts';
import { formatMoment } from '../../../domain/messages/format.ts';
import { addDays, formatInstant, SECOND_MS } from '../../../shared/time.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Entry, Section } from '../../../web/components/section.tsx';
import { ListLinks, Table } from '../../../web/components/table.tsx';
import type { OperatorRequest } from '../../console-context.ts';
import { csvDownload, CsvLink, type Columns } from '../../csv.tsx';
import { ConsolePage } from '../../page.tsx';
import { csvPath, REGULATOR_PATH } from '../../paths.ts';
import { MARK_UNPLANNED_PATH } from '../actions/action-forms.ts';
import { FactsButton } from '../actions/actions.tsx';
import { Done } from '../actions/decision-parts.tsx';
import { OnceForm } from '../actions/once-form.tsx';

/** The columns of the download, in the order of the UK's published tables. AIS is not served. */
const COLUMNS: Columns<ApiDay> = {
  Day: ({ day }) => day,
  'Uptime %': ({ uptimePercent }) => fixed(uptimePercent),
  'Downtime %': ({ uptimePercent }) => fixed(downtimeOf(uptimePercent)),
  'Planned downtime s': ({ plannedSeconds }) => fixed(plannedSeconds, 1),
  'Unplanned downtime s': ({ unplannedSeconds }) => fixed(unplannedSeconds, 1),
  'PISP response ms': ({ payments }) => fixed(payments.meanMs, 1),
  'AISP response ms': () => null,
  'Funds confirmation response ms': ({ funds }) => fixed(funds.meanMs, 1),
  'Error response rate %': ({ errorPercent }) => fixed(errorPercent, 3),
  'PISP error rate %': ({ payments }) => fixed(payments.errorPercent, 3),
  'Funds confirmation error rate %': ({ funds }) => fixed(funds.errorPercent, 3),
  'Other error rate %': ({ other }) => fixed(other.errorPercent, 3),
  'PISP requests': ({ payments }) => payments.requests,
  'Funds confirmation requests': ({ funds }) => funds.requests,
  'Other requests': ({ other }) => other.requests,
  Requests: ({ requests }) => requests,
  Errors: ({ errors }) => errors,
  'Answered after 30 s': ({ late }) => late,
  'Measured s': ({ measuredSeconds }) => fixed(measuredSeconds, 1),
};

/** Renders the figures of a month for the regulator. They contain no data of customers. */
export async function showRegulator(request: OperatorRequest): Promise<PageBody> {
  const { month, days, downtimes, queries } = await monthOf(request);
  const isNow = month === londonMonth(request.parts.machineClock());
  const first = `${month}-01`;
  return (
    <ConsolePage request={request} title="Regulator">
      <Done request={request} />
      <p>{`Availability and performance of the API in ${month}, by day in London.`}</p>
      <ListLinks
        links={{
          'Earlier month': pathOf(addDays(first, -1)),
          'Later month': isNow ? null : pathOf(addDays(first, LONGEST_MONTH)),
        }}
      />
      {days.length === 0 ? (
        <p>Nothing was measured.</p>
      ) : (
        <Table
          caption="Figures of each day"
          columns={[
            'Day',
            'Uptime',
            'Downtime planned, unplanned',
            'PISP',
            'Funds',
            'Other',
            'All',
          ]}
        >
          {days.map((day) => (
            <DayRow day={day} />
          ))}
        </Table>
      )}
      <p class="quiet">
        Downtime: no node could write, or five consecutive requests were not answered within 30
        seconds. PISP (with tokens), Funds and Other (events, extensions): mean time to answer,
        error rate, and number of requests. Errors: answers with a status of 500 or above. A day
        counts only while it was measured.
      </p>
      <CsvLink path={csvPath(pathOf(first))} text="Download the month as CSV" />
      {downtimes.length === 0 ? null : <Downtimes count={downtimes.length} />}
      {downtimes.slice(-MAX_DOWNTIMES).map((downtime) => (
        <OneDowntime request={request} downtime={downtime} />
      ))}
      <Section id="queries" title="Queries of these figures">
        <p class="quiet">
          Run them on PostgreSQL, or on a backup of SQLite, because the service locks its database.
        </p>
        <dl>
          {Object.entries(queries).map(([figure, sql]) => (
            <>
              <dt>{figure}</dt>
              <dd>
                <code>{sql}</code>
              </dd>
            </>
          ))}
        </dl>
      </Section>
    </ConsolePage>
  );
}

/** Number of days after the first of a month that always lead into the next one. */
const LONGEST_MONTH = 31;

function DayRow({ day: figures }: { readonly day: ApiDay }) {
  const { day, uptimePercent, plannedSeconds, unplannedSeconds } = figures;
  const { payments, funds, other } = figures;
  return (
    <tr>
      <th scope="row">{day}</th>
      <td>{uptimePercent === null ? 'Not measured' : `${fixed(uptimePercent) ?? ''} %`}</td>
      <td>{`${fixed(plannedSeconds, 1) ?? ''} s, ${fixed(unplannedSeconds, 1) ?? ''} s`}</td>
      <td>{groupText(payments)}</td>
      <td>{groupText(funds)}</td>
      <td>{groupText(other)}</td>
      <td>{`${errorText(figures)} (${String(figures.errors)} of ${String(figures.requests)})`}</td>
    </tr>
  );
}

/** Maximum number of downtimes that the page shows. */
const MAX_DOWNTIMES = 100;

function Downtimes({ count }: { readonly count: number }) {
  return (
    <Section id="downtimes" title="Downtimes">
      <p class="quiet">
        Planned: after an orderly stop. A stop without notice to TPPs is unplanned. An operator
        marks it. A second operator must confirm that a downtime was planned.
      </p>
      {count > MAX_DOWNTIMES ? (
        <p>{`Only the last ${String(MAX_DOWNTIMES)} are shown. pisctl regulator lists all.`}</p>
      ) : null}
    </Section>
  );
}

function OneDowntime({ request, downtime }: { request: OperatorRequest; downtime: Downtime }) {
  const { start, end, kind } = downtime;
  const subject = formatInstant(start);
  const seconds = (end - start) / SECOND_MS;
  return (
    <Entry id={`downtime-${String(start)}`} title={subject}>
      <p>{`${seconds.toFixed(1)} s, ${kind}. From ${formatMoment(start)}.`}</p>
      {kind === 'planned' ? (
        <OnceForm
          request={request}
          action={MARK_UNPLANNED_PATH}
          id={`unplanned-${String(start)}`}
          button={`Count ${subject} as unplanned`}
          hidden={{ start: subject }}
        />
      ) : (
        <FactsButton
          request={request}
          action="planDowntime"
          subject={subject}
          button={`Propose to count ${subject} as planned`}
        />
      )}
    </Entry>
  );
}

function groupText(group: GroupFigures): string {
  if (group.meanMs === null) return 'None';
  return `${fixed(group.meanMs, 1) ?? ''} ms, ${errorText(group)} (${String(group.requests)})`;
}

function errorText({ errorPercent }: Pick<GroupFigures, 'errorPercent'>): string {
  return `errors ${fixed(errorPercent, 3) ?? '0'} %`;
}

function downtimeOf(uptimePercent: number | null): number | null {
  return uptimePercent === null ? null : 100 - uptimePercent;
}

function fixed(value: number | null, digits = 2): string | null {
  return value === null ? null : value.toFixed(digits);
}

function pathOf(day: string): string {
  return `${REGULATOR_PATH}?month=${day.slice(0, -'-01'.length)}`;
}

/** Returns the figures of the month in the query of an address, or of this month. */
function monthOf({ context, parts }: OperatorRequest): Promise<ApiMonth> {
  const written = context.req.query('month') ?? '';
  const month = isMonth(written) ? written : londonMonth(parts.machineClock());
  return parts.useCases.apiMonth(month);
}

/** Downloads the figures of a month as CSV. */
export const REGULATOR_DOWNLOAD = csvDownload(
  'regulator',
  COLUMNS,
  async (request) => (await monthOf(request)).days,
);
