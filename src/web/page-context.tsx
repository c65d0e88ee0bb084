import type { Child } from 'hono/jsx';
import type { AskingTpp } from './journey/requesting-tpp.ts';
import type { ProblemName } from './problems.ts';
import { UserText } from './components/user-text.tsx';

/** What every page of a visit is made of. */
export interface PageContext {
  readonly bankName: string;
  /** The uid of the interaction. */
  readonly uid: string;
  /** The token that goes with every form. */
  readonly formToken: string;
  readonly tpp: AskingTpp;
  readonly problem: ProblemName | undefined;
}

/** What a form asks for; the last part of its address. */
export type Step = 'password' | 'account' | 'approve' | 'reject' | 'return';

export function addressOf(uid: string, rest = ''): string {
  return `/interaction/${uid}${rest}`;
}

interface FormProperties {
  readonly pageContext: PageContext;
  readonly step: Step;
  readonly children?: Child;
}

/** A form of a visit. */
export function Form({ pageContext, step, children }: FormProperties) {
  return (
    <form method="post" action={addressOf(pageContext.uid, `/${step}`)} novalidate>
      <input type="hidden" name="token" value={pageContext.formToken} />
      {children}
    </form>
  );
}

/** A form that goes on to the next page of the visit, and the way out of it. */
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

/** The TPP that asks, where a page first speaks of it. */
export function TppName({ tpp }: Pick<PageContext, 'tpp'>) {
  return (
    <strong>
      <UserText text={tpp.name} />
    </strong>
  );
}

/** The way back to the TPP without any decision. */
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

/** The way back to the TPP when there is nothing left to decide. */
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
