import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { HtmlEscapedString } from 'hono/utils/html';
import { ICON_PATH, STYLESHEET_PATH } from '../assets/index.ts';
import { PROBLEMS, type FormProblem, type ProblemName } from '../problems.ts';

/** Steps of the consent journey, as shown in the progress bar. */
const STEPS = ['Sign in', 'Account', 'Check', 'Approve'] as const;
type StepNumber = 1 | 2 | 3 | 4;

export interface LayoutProperties {
  readonly bankName: string;
  readonly title: string;
  /** Current step, from 1. Undefined on pages outside the consent journey. */
  readonly step?: StepNumber;
  /** Problem with the submitted form. It is shown above the heading. */
  readonly problem?: ProblemName | FormProblem | undefined;
  /** Text next to the bank's name. By default, the text of the consent journey. */
  readonly purpose?: string;
  /** Navigation links above the content. */
  readonly navigation?: Child;
  /** True if the page uses the whole width of a large window, for tables. */
  readonly isWide?: boolean;
  /** Text at the end of the page. By default, a warning for customers. */
  readonly footer?: Child;
  readonly children?: Child;
}

/** A rendered JSX component. */
export type PageBody = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Returns the complete HTML document of a page. */
export function wholePage(page: PageBody): PageBody {
  return html`<!doctype html>${page}`;
}

/** Layout of every page, with head, header, progress bar, navigation, error summary and footer. */
export function Layout(properties: LayoutProperties) {
  const {
    bankName,
    title,
    step,
    problem,
    purpose = 'Secure approval',
    navigation,
    isWide = false,
    footer = <Warning bankName={bankName} />,
    children,
  } = properties;
  const heading = problem === undefined ? title : `Error: ${title}`;
  return (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${heading} – ${bankName}`}</title>
        <link rel="icon" href={ICON_PATH} type="image/svg+xml" />
        <link rel="stylesheet" href={STYLESHEET_PATH} />
      </head>
      <body class={isWide ? 'wide' : undefined}>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header>
          <div class="band">
            <p class="brand">
              <img src={ICON_PATH} alt="" width="32" height="32" />
              <span>{bankName}</span>
            </p>
            <p class="purpose">{purpose}</p>
          </div>
        </header>
        {step === undefined ? null : <Progress step={step} />}
        {navigation}
        <main id="main" tabindex={-1}>
          {problem === undefined ? null : <ErrorSummary problem={problem} />}
          <h1>{title}</h1>
          {children}
        </main>
        <footer>
          <p>{footer}</p>
        </footer>
      </body>
    </html>
  );
}

function Warning({ bankName }: Pick<LayoutProperties, 'bankName'>) {
  return (
    <>
      {bankName} never asks for your password or a code by telephone, mail or message. Check that
      the address of this page is the bank’s.
    </>
  );
}

interface NavigationProperties {
  /** Name of the navigation for screen readers. */
  readonly name: string;
  /** The first link leads to the start page. */
  readonly links: readonly { readonly path: string; readonly name: string }[];
  /** Path of the current page. */
  readonly path: string;
}

/** The links of the navigation. The link to the current page, or to a page above it, is marked. */
export function NavigationLinks({ name, links, path }: NavigationProperties) {
  const currentOf = (link: string, index: number) => {
    if (path === link) return 'page';
    return index > 0 && path.startsWith(`${link}/`) ? 'true' : undefined;
  };
  return (
    <nav aria-label={name}>
      <ul>
        {links.map((link, index) => (
          <li>
            <a href={link.path} aria-current={currentOf(link.path, index)}>
              {link.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Progress({ step }: { readonly step: StepNumber }) {
  return (
    <nav class="progress" aria-label="Progress">
      <ol>
        {STEPS.map((name, index) => (
          <li
            class={index + 1 < step ? 'done' : undefined}
            aria-current={index + 1 === step ? 'step' : undefined}
          >
            {name}
            {index + 1 < step ? <span class="unseen"> (done)</span> : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Error message with a link to the form field that caused it. */
function ErrorSummary({ problem }: { readonly problem: ProblemName | FormProblem }) {
  const { message, field } = typeof problem === 'string' ? PROBLEMS[problem] : problem;
  return (
    <div class="notice problem" role="alert" tabindex={-1} autofocus>
      <h2>There is a problem</h2>
      <p>{field === undefined ? message : <a href={`#${field}`}>{message}</a>}</p>
    </div>
  );
}
