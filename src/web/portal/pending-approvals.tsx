import type { Approval } from '../../domain/records/records.ts';
import { theirs, worded, type Words } from '../../domain/messages/rich-text.ts';
import { countInWords, dayOfInstant, timeInWords } from '../../domain/messages/format.ts';
import type { WaitingPayment } from '../../use-cases/index.ts';
import { askingTppOf } from '../journey/requesting-tpp.ts';
import type { PageBody } from '../components/layout.tsx';
import { Row } from '../components/row.tsx';
import { Said } from '../components/user-text.tsx';
import { OwnPage } from './page.tsx';
import type { Own, OwnScene } from './portal-context.ts';

interface Named {
  readonly waiting: WaitingPayment;
  readonly provider: Words;
}

/** What waits for this user's approval, and what for that of others. */
export async function showWaiting(own: Own): Promise<PageBody> {
  const { parts, user, scene } = own;
  const found = await parts.engine.listWaiting(user, parts.clock());
  const named: Named[] = [];
  for (const waiting of found) {
    const { name } = await askingTppOf(parts.store, waiting.payment.clientId);
    named.push({ waiting, provider: name });
  }
  return <WaitingPage scene={scene} named={named} />;
}

function WaitingPage(properties: { scene: OwnScene; named: readonly Named[] }) {
  const { scene, named } = properties;
  const own = named.filter(({ waiting }) => waiting.own === undefined);
  const others = named.filter(({ waiting }) => waiting.own !== undefined);
  return (
    <OwnPage scene={scene} title="Waiting for you">
      {own.length === 0 ? (
        <p class="headline">Nothing waits for your approval.</p>
      ) : (
        <p>Nothing is paid before all approvals are there.</p>
      )}
      {own.map((one) => (
        <Entry {...one} heading="h2" />
      ))}
      {others.length === 0 ? null : (
        <>
          <h2>Waiting for others</h2>
          <p>You have decided about these. They need the approval of a colleague.</p>
          {others.map((one) => (
            <Entry {...one} heading="h3" />
          ))}
        </>
      )}
    </OwnPage>
  );
}

interface EntryProperties extends Named {
  /** The level below what it stands under. */
  readonly heading: 'h2' | 'h3';
}

function Entry({ waiting, provider, heading: Heading }: EntryProperties) {
  const { payment, gist, reference, approval } = waiting;
  return (
    <section class="entry" aria-labelledby={payment.id}>
      <Heading id={payment.id}>
        <a href={`/my/approvals/${payment.id}`}>
          <Said words={gist} />
        </a>
      </Heading>
      <dl>
        {reference === null ? null : <Row label="Reference" value={reference} />}
        <Row label="Asked for by" value={provider} />
        <ApprovalRows waiting={waiting} />
        <Row label="Approve by" value={momentInWords(approval.approveBy)} />
      </dl>
    </section>
  );
}

/** How many have approved of how many, and who. */
export function ApprovalRows({ waiting }: { readonly waiting: WaitingPayment }) {
  const { received, required } = waiting.approval;
  return (
    <Row
      label="Approvals"
      value={[
        `${String(received)} of ${countInWords(required, 'approval')}`,
        ...waiting.decided.map(decisionInWords),
      ]}
    />
  );
}

/** `Approved by dora, Monday 2 November 2026 at 10:15`. */
export function decisionInWords({ userId, decision, at }: Approval): Words {
  const what = decision === 'approve' ? 'Approved' : 'Rejected';
  return worded`${what} by ${theirs(userId)}, ${momentInWords(at)}`;
}

/** `Monday 2 November 2026 at 10:15, London time`. */
export function momentInWords(at: number): string {
  return `${dayOfInstant(at)} at ${timeInWords(at)}, London time`;
}
