import type { WaitingPart } from '../bank-visit.ts';

/** Name and value of the button with which the customer approves in the bank's app. */
const IN_APP = { name: 'where', value: 'app' } as const;

/** Returns true if the form was sent with the button of ApproveInApp. */
export function isInApp(fields: URLSearchParams): boolean {
  return fields.get(IN_APP.name) === IN_APP.value;
}

/** Button with which the customer approves in the bank's app. */
export function ApproveInApp() {
  return (
    <button class="other" {...IN_APP}>
      Approve in your bank’s app
    </button>
  );
}

export const WAITING_TITLE = 'Approve this in your bank’s app';

interface WaitingProperties {
  readonly waiting: WaitingPart;
  /** Path to which the "Go back" link leads. */
  readonly back: string;
}

/** Part of a page that waits for the bank's app. The header `Refresh` asks for the answer. */
export function WaitForApp({ waiting: { code, askAt }, back }: WaitingProperties) {
  return (
    <>
      <p>
        Open your bank’s app. It asks you to confirm exactly this, with the code{' '}
        <strong>{code}</strong>. If it shows anything else, do not confirm it.
      </p>
      <p class="quiet">This page continues by itself within some seconds after your answer.</p>
      <p class="actions">
        <a class="button" href={askAt}>
          I have answered
        </a>
        <a class="button other" href={back}>
          Go back
        </a>
      </p>
    </>
  );
}
