import { expectStatus, idIn, tokenIn } from '../../../test-client/answer.ts';
import type { Family } from '../../../src/families/common/family.ts';
import { membersOddly, spellOddly } from '../../helpers/spelling.ts';
import type { Options, Reply, Tpp } from '../../helpers/tpp.ts';
import type { FamilyCase, Members } from './family-case.ts';
import { caseOf } from './family-cases.ts';

/** An approved consent, with the token from its approval. */
export interface Approved {
  readonly consentId: string;
  readonly token: string;
}

/**
 * The parts of a request that differ from the family's test case. Initiation and Risk are JSON
 * texts.
 */
interface Changes {
  readonly initiation?: string;
  readonly risk?: string;
  readonly options?: Options;
}

/** Sends a TPP's requests to one payment family, with the data of the family's test case. */
export class FamilyClient {
  readonly tpp: Tpp;
  readonly family: Family;
  readonly case: FamilyCase;

  constructor(tpp: Tpp, family: Family, familyCase = caseOf(family.name)) {
    this.tpp = tpp;
    this.family = family;
    this.case = familyCase;
  }

  get #client() {
    return this.tpp.family(this.family);
  }

  /** The Initiation of the family's test case, as JSON text. */
  get initiation(): string {
    return spellOddly(this.case.initiation);
  }

  consentBody({ initiation = this.initiation, risk }: Changes = {}): string {
    return this.#body([...membersOddly(this.case.consentData), member(initiation)], risk);
  }

  paymentBody(consentId: string, { initiation = this.initiation, risk }: Changes = {}): string {
    const data = [...membersOddly(this.case.paymentData), member(initiation)];
    return this.#body([`"ConsentId":${JSON.stringify(consentId)}`, ...data], risk);
  }

  #body(data: readonly string[], risk: string | undefined): string {
    const text = risk ?? (this.case.risk === null ? undefined : spellOddly(this.case.risk));
    return `\n{ "Data" : {${data.join(',')}} ${text === undefined ? '' : `, "Risk" :${text}`} }\n`;
  }

  register(changes: Changes = {}): Promise<Reply> {
    const { body = this.consentBody(changes), ...options } = changes.options ?? {};
    return this.#client.createConsent(body, options);
  }

  /**
   * Creates a consent that the customer can decide about. `members` are added to its Initiation.
   * Returns its id.
   */
  async prepared(members: Members = {}): Promise<string> {
    const initiation = spellOddly({ ...this.case.initiation, ...members });
    const consentId = this.consentIdOf(await this.register({ initiation }));
    const { file } = this.case;
    if (file !== null) expectStatus(await this.tpp.upload(consentId, file), 200);
    return consentId;
  }

  /**
   * Sends the customer's decision about a consent. By default, the customer of the test case
   * approves.
   */
  decide(consentId: string, decision: Members = {}): Promise<Reply> {
    return this.tpp.decide(consentId, { ...this.case.customer, ...decision });
  }

  async approved(): Promise<Approved> {
    return this.approve(await this.prepared());
  }

  /** Approves a consent as the customer of the test case. */
  async approve(consentId: string): Promise<Approved> {
    return { consentId, token: tokenIn(expectStatus(await this.decide(consentId), 200)) };
  }

  submit({ consentId, token }: Approved, changes: Changes = {}): Promise<Reply> {
    const { body = this.paymentBody(consentId, changes), ...options } = changes.options ?? {};
    return this.#client.createPayment(body, token, options);
  }

  /** Creates a consent, approves it and submits its payment. */
  async paid(): Promise<Approved & { readonly paymentId: string }> {
    const approved = await this.approved();
    return { ...approved, paymentId: this.paymentIdOf(await this.submit(approved)) };
  }

  readConsent(consentId: string): Promise<Reply> {
    return this.#client.readConsent(consentId);
  }

  readPayment(paymentId: string): Promise<Reply> {
    return this.#client.readPayment(paymentId);
  }

  consentIdOf(reply: Reply): string {
    return idIn(expectStatus(reply, 201), 'ConsentId');
  }

  paymentIdOf(reply: Reply): string {
    return idIn(expectStatus(reply, 201), this.family.paymentIdName);
  }

  /**
   * Returns the id of the resource in a response. Returns undefined if the response has no body.
   */
  idOf({ json }: Reply): unknown {
    const data = json?.['Data'] as Members | undefined;
    return data?.[this.family.paymentIdName] ?? data?.['ConsentId'];
  }
}

function member(initiation: string): string {
  return `"Initiation":${initiation}`;
}
