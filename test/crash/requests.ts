import { dataOf, type Reply } from '../helpers/tpp.ts';
import { TurnedAway, Violation, type Story } from './story.ts';

/** Checks the status of a response and returns its data. */
export function expectData(story: Story, reply: Reply, status: number): Record<string, unknown> {
  expectStatus(story, reply, status);
  return dataOf(reply);
}

export function expectStatus(story: Story, reply: Reply, status: number): void {
  if (reply.status === status) return;
  // An upload or download whose client got no response may still be under way when it is repeated.
  const isTooMany =
    reply.status === 429 &&
    reply.headers.has('retry-after') &&
    /concurrent (up|down)loads/.test(reply.text);
  if (reply.status === 503 || isTooMany) throw new TurnedAway(reply.text);
  story.fail(`answered ${String(reply.status)}, expected ${String(status)}. ${reply.text}`);
}

/**
 * Sends a request once. For some stories, sends it twice at the same time, and then only one of the
 * two may have an effect.
 */
export async function sendTwice(
  story: Story,
  send: () => Promise<Reply>,
  take: (reply: Reply) => void,
): Promise<void> {
  const sendAndTake = async (): Promise<void> => {
    take(await send());
  };
  await settleAll(story.hasTwins ? [sendAndTake(), sendAndTake()] : [sendAndTake()]);
}

/**
 * Waits for all requests, even if some fail. Then throws one of the errors, preferably a Violation.
 */
export async function settleAll(sent: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(sent);
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (reasons.length === 0) return;
  throw reasons.find((reason) => reason instanceof Violation) ?? reasons[0];
}

export function idIn(story: Story, reply: Reply, name: string): string {
  const id = expectData(story, reply, 201)[name];
  return typeof id === 'string' ? id : story.fail(`${name} is missing`);
}

export function consentOf(story: Story): string {
  return story.consentId ?? story.fail('has no consent');
}
