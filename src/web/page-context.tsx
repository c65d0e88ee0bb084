import type { RequestingTpp } from './journey/requesting-tpp.ts';
import type { ProblemName } from './problems.ts';
import { PostForm, type PostFormProperties } from './components/fields.tsx';
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

interface FormProperties extends Omit<PostFormProperties, 'action'> {
  readonly pageContext: PageContext;
  readonly step: Step;
}

/** A form in the consent journey. */
export function Form({ pageContext, step, ...form }: FormProperties) {
  const { uid, formToken } = pageContext;
  return <PostForm action={addressOf(uid, `/${step}`)} token={formToken} {...form} />;
}

/** A form with the button "Continue" and, below it, a button that cancels the interaction. */
export function Question(properties: FormProperties) {
  return (
    <>
      <Form {...properties} button="Continue" />
      <Leave pageContext={properties.pageContext} />
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
