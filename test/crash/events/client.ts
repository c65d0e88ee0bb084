import { expectStatus, type Answer } from '../../../test-client/answer.ts';
import { Tpp } from '../../helpers/tpp.ts';
import type { Dice } from '../random.ts';
import type { Bank } from './bank.ts';

/** A TPP whose requests go to any node that runs. It signs in again when its token has expired. */
export class Client {
  readonly name: string;
  readonly #bank: Bank;
  readonly #dice: Dice;
  #token: string | undefined;

  constructor(name: string, bank: Bank, dice: Dice) {
    this.name = name;
    this.#bank = bank;
    this.#dice = dice;
  }

  /** Signs in. The tokens of the sandbox are valid for an hour of its clock. */
  async signIn(): Promise<void> {
    this.#token = (await Tpp.signIn(this.#origin, this.name)).token;
  }

  /** Returns a client of one of the nodes. */
  at(): Tpp {
    return Tpp.withToken(this.#origin, this.#token ?? '');
  }

  /** Sends a GET request, and signs in if there is no valid token. */
  async get(path: string): Promise<Answer> {
    const answer = await this.at().get(path);
    if (answer.status !== 401) return answer;
    await this.signIn();
    return this.at().get(path);
  }

  /** Moves the sandbox's clock forward. Returns false if that was refused. */
  async moveClock(byMs: number): Promise<boolean> {
    const before = Date.parse(String((await this.get('/sandbox/clock')).json?.['now']));
    const body = JSON.stringify({ now: new Date(before + byMs).toISOString() });
    return (await this.at().call('PUT', '/sandbox/clock', { body })).status === 200;
  }

  /** Subscribes to all events. Returns the id of the subscription. */
  async subscribe(CallbackUrl: string): Promise<string> {
    await this.signIn();
    const path = '/open-banking/v3.1/event-subscriptions';
    const answer = await this.at().post(
      path,
      { Data: { Version: '3.1', CallbackUrl } },
      { key: null },
    );
    const { Data } = expectStatus(answer, 201).json as { Data: { EventSubscriptionId: string } };
    return Data.EventSubscriptionId;
  }

  get #origin(): string {
    const [first = 'http://127.0.0.1:1', ...others] = this.#bank.origins();
    return this.#dice.pick([first, ...others]);
  }
}

/** The state of a resource, as its TPP reads it. */
export function stateIn({ json }: Answer): string {
  const { Status, StatusUpdateDateTime, MultiAuthorisation } = json?.['Data'] as Record<
    string,
    unknown
  >;
  return JSON.stringify([Status, StatusUpdateDateTime, MultiAuthorisation]);
}
