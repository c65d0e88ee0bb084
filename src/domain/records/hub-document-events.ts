/** An event about a document that a payment hub delivered. */
export type HubDocumentEvent =
  /** A document's answers were applied, except `unusable` ones. `advices`: items for operators. */
  | {
      readonly kind: 'answersTaken';
      readonly document: string;
      readonly answers: number;
      readonly unusable: number;
      readonly advices: number;
    }
  /**
   * All new entries of a statement or notification of a settlement account were stored. Those that
   * do not count are `unexpected`.
   */
  | {
      readonly kind: 'entriesTaken';
      readonly document: string;
      readonly entries: number;
      readonly unexpected: number;
    }
  /** A document from the hub was set aside as a whole, for an operator. */
  | {
      readonly kind: 'documentSetAside';
      readonly document: string;
      readonly code: string;
      readonly problem: string;
    }
  /** A credit came back, but an operator must decide about the money. */
  | {
      readonly kind: 'returnSetAside';
      readonly paymentId: string;
      readonly index: number;
      readonly problem: string;
    };
