import type { Child } from 'hono/jsx';
import type { RequestingTpp } from './journey/requesting-tpp.ts';
import type { ProblemName } from './problems.ts';
import { UserText } from './components/user-text.tsx';

/** Data that every page of an interaction needs. */
export interface PageContext {
  readonly bankName: string;
  /** The uid of the interaction. */
  readonly uid: string;
  /** CSRF token that every form contains. */
  readonly formToken: string;
  readonly tpp: RequestingTpp;
  readonly problem: ProblemName | undefined;
}

/** Action of a form. It is the last segment of the form's address. */
export type Step = 'password' | 'account' | 'approve' | 'reject' | 'return';

export function addressOf(uid: string, rest = ''): string {
  return `/interaction/${uid}${rest}`;
}

interface FormProperties {
  readonly pageContext: PageContext;
  readonly step: Step;
  readonly children?: Child;
}

/** A form in the consent journey. */
export function Form({ pageContext, step, children }: FormProperties) {
  return (
    <form method="post" action={addressOf(pageContext.uid, `/${step}`)} novalidate>
      <input type="hidden" name="token" value={pageContext.formToken} />
      {children}
    </form>
  );
}

/** A form with the button "Continue" and, below it, a button that cancels the interaction. */
export function Question({ pageContext, step, children }: FormProperties) {
  return (
    <>
      <Form pageContext={pageContext} step={step}>
        {children}
        <p class="actions">
          <button>Continue</button>
        </p>
      </Form>
      <Leave pageContext={pageContext} />
    </>
  );
}

/** Button with which the customer returns to the TPP without a decision. */
function Leave({ pageContext }: { readonly pageContext: PageContext }) {
  return (
    <Form pageContext={pageContext} step="return">
      <p class="leave">
        <button class="plain">
          Cancel and go back to <UserText text={pageContext.tpp.name} />
        </button>
      </p>
    </Form>
  );
}

/** Button with which the customer returns to the TPP if there is nothing left to decide. */
export function GoBack({ pageContext }: { readonly pageContext: PageContext }) {
  return (
    <Form pageContext={pageContext} step="return">
      <p class="actions">
        <button>
          Go back to <UserText text={pageContext.tpp.name} />
        </button>
      </p>
    </Form>
  );
}
