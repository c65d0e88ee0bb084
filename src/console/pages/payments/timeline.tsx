import { dayOfInstant, formatTime } from '../../../domain/messages/format.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import type {
  TimelineActor,
  TimelineEntry,
  TimelineLinks,
} from '../../../domain/records/payment-timeline.ts';
import { formatInstant, type Instant } from '../../../shared/time.ts';
import { UserText } from '../../../web/components/user-text.tsx';
import { auditEntryPath, paymentPath } from '../../paths.ts';

interface TimelineProperties {
  /** Oldest first. */
  readonly entries: readonly TimelineEntry[];
  readonly omitted: readonly string[];
}

/** The history of a payment as a list for each day, oldest first. */
export function Timeline({ entries, omitted }: TimelineProperties) {
  const dated = entries.map((entry) => ({ entry, day: dayOfInstant(entry.at) }));
  const days = [...new Set(dated.map(({ day }) => day))];
  return (
    <section aria-labelledby="history">
      <h2 id="history">What happened</h2>
      {days.map((day) => (
        <>
          <h3>{day}</h3>
          <ol class="timeline">
            {dated.map((one) => (one.day === day ? <Entry entry={one.entry} /> : null))}
          </ol>
        </>
      ))}
      {omitted.map((sentence) => (
        <p class="quiet">{sentence}</p>
      ))}
    </section>
  );
}

function Entry({ entry: { at, actor, text, code, links } }: { readonly entry: TimelineEntry }) {
  return (
    <li>
      <span class="hint">
        <time datetime={formatInstant(at)}>{formatSeconds(at)}</time>
        {`, ${ACTORS[actor.kind]} `}
        <UserText text={userText(actor.id)} />
      </span>
      <UserText text={userText(text)} />
      {code === null ? null : (
        <span class="hint">
          {`Code ${code.code}`}
          {code.meaning === '' ? null : <UserText text={userText(`: ${code.meaning}`)} />}
        </span>
      )}
      <Links links={links} />
    </li>
  );
}

const ACTORS: Readonly<Record<TimelineActor['kind'], string>> = {
  tpp: 'TPP',
  customer: 'customer',
  operator: 'operator',
  service: 'service',
  scheme: 'scheme',
};

/** Returns the time in London with its seconds, such as `16:00:05`. */
function formatSeconds(at: Instant): string {
  return `${formatTime(at)}:${String(new Date(at).getUTCSeconds()).padStart(2, '0')}`;
}

/** The ids of other records, with links to those that have a page. */
function Links({ links }: { readonly links: TimelineLinks }) {
  const { auditEntry, paymentId, transferIds = [] } = links;
  const ids = [
    ['message', links.messageId],
    ['transfer', transferIds.length === 0 ? undefined : transferIds.join(', ')],
    ['document', links.document],
    ['enquiry', links.enquiryId],
    ['recall', links.recallId],
    ['proposal', links.proposalId],
    ['problem', links.problemId],
    ['screening case', links.caseId],
    ['event', links.eventId],
  ] as const;
  const texts = ids.flatMap(([name, id]) => (id === undefined ? [] : [`${name} ${String(id)}`]));
  if (auditEntry === undefined && paymentId === undefined && texts.length === 0) return null;
  return (
    <span class="hint">
      {texts.join(', ')}
      {paymentId === undefined ? null : (
        <>
          {texts.length === 0 ? '' : ', '}
          <a href={paymentPath(paymentId)}>{`payment ${paymentId}`}</a>
        </>
      )}
      {auditEntry === undefined ? null : (
        <>
          {texts.length === 0 && paymentId === undefined ? '' : ', '}
          <a href={auditEntryPath(auditEntry)}>{`audit entry ${String(auditEntry)}`}</a>
        </>
      )}
    </span>
  );
}
