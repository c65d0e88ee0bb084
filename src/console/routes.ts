import type { Form, Page, Search } from './console-context.ts';
import type { Download } from './csv.tsx';
import { SIGN_OUT_PATH } from './page.tsx';
import { ACTION_FORMS, FACTS_PATH } from './pages/actions/action-forms.ts';
import { showActions, showFacts } from './pages/actions/actions.tsx';
import { DECISION_FORMS, DECISIONS_PATH } from './pages/actions/decision-forms.ts';
import { DECISIONS } from './pages/actions/decisions.tsx';
import { ACTIONS_PATH } from './pages/actions/once.ts';
import { OUTCOME_FORMS } from './pages/actions/propose-outcome.tsx';
import { REPAIR_FORMS } from './pages/actions/repair-forms.ts';
import { showWork, submitRetry } from './pages/actions/work.tsx';
import { sendAudit, showAudit } from './pages/audit.tsx';
import { showCustomer } from './pages/customers/customer.tsx';
import { searchCustomers, showCustomers } from './pages/customers/customers.tsx';
import { LIST_DOWNLOADS } from './pages/lists.ts';
import { showApprovals } from './pages/overview/approvals.tsx';
import { showFiles } from './pages/overview/files.tsx';
import { showEntries } from './pages/overview/ledger-entries.tsx';
import { showLedger } from './pages/overview/ledger.tsx';
import { OVERVIEW_DOWNLOADS } from './pages/overview/overview-lists.ts';
import { REGULATOR_DOWNLOAD, showRegulator } from './pages/overview/regulator.tsx';
import { searchRows, sendRows, showRows } from './pages/payments/file-rows.tsx';
import { HOLD_FORMS } from './pages/payments/hold.tsx';
import { CASE_PATH, sendCase, showPayment } from './pages/payments/payment.tsx';
import { SEARCH_PATH, showSearch, submitSearch } from './pages/payments/payments.tsx';
import { RECALL_FORMS, RECALL_SEARCHES } from './pages/payments/recall.tsx';
import { showSchemes } from './pages/schemes.tsx';
import { showSettings } from './pages/settings.tsx';
import { showToday } from './pages/today.tsx';
import { showTpp } from './pages/tpps/tpp.tsx';
import { showTpps } from './pages/tpps/tpps.tsx';
import {
  APPROVALS_PATH,
  CUSTOMERS_PATH,
  ENTRIES_PATH,
  FILES_PATH,
  LEDGER_PATH,
  REGULATOR_PATH,
  TPPS_PATH,
} from './paths.ts';
import { signOut } from './sign-in.tsx';

/** The pages by their path. */
export const PAGES: Readonly<Record<string, Page>> = {
  '/': { role: 'read', show: showToday },
  [SEARCH_PATH]: { role: 'read', show: showSearch },
  '/payments/:id': { role: 'read', show: showPayment },
  '/payments/:id/rows': { role: 'read', show: showRows },
  '/work': { role: 'read', show: showWork },
  [CUSTOMERS_PATH]: { role: 'read', show: showCustomers },
  [`${CUSTOMERS_PATH}/:id`]: { role: 'read', show: showCustomer },
  [TPPS_PATH]: { role: 'read', show: showTpps },
  [`${TPPS_PATH}/:id`]: { role: 'read', show: showTpp },
  [FILES_PATH]: { role: 'read', show: showFiles },
  [LEDGER_PATH]: { role: 'read', show: showLedger },
  [ENTRIES_PATH]: { role: 'read', show: showEntries },
  [APPROVALS_PATH]: { role: 'read', show: showApprovals },
  [REGULATOR_PATH]: { role: 'read', show: showRegulator },
  '/schemes': { role: 'read', show: showSchemes },
  '/settings': { role: 'read', show: showSettings },
  '/audit': { role: 'read', show: showAudit },
  [ACTIONS_PATH]: { role: 'read', show: showActions },
  [DECISIONS_PATH]: DECISIONS,
};

/** The downloads by their path. */
export const DOWNLOADS: Readonly<Record<string, Download>> = {
  '/payments/:id/rows/csv': { role: 'read', send: sendRows },
  [CASE_PATH]: { role: 'operate', send: sendCase },
  '/audit/csv': { role: 'read', send: sendAudit },
  ...LIST_DOWNLOADS,
  ...OVERVIEW_DOWNLOADS,
  [`${REGULATOR_PATH}/csv`]: REGULATOR_DOWNLOAD,
};

/** The forms that change something, keyed by path. */
export const FORMS: Readonly<Record<string, Form>> = {
  [SIGN_OUT_PATH]: { role: 'read', submit: signOut },
  '/work/retry': { role: 'operate', submit: submitRetry },
  ...DECISION_FORMS,
  ...ACTION_FORMS,
  ...REPAIR_FORMS,
  ...HOLD_FORMS,
  ...RECALL_FORMS,
  ...OUTCOME_FORMS,
};

/** The forms that only search, keyed by path. */
export const SEARCHES: Readonly<Record<string, Search>> = {
  // The role depends on the action.
  [FACTS_PATH]: { role: 'read', show: showFacts },
  [SEARCH_PATH]: { role: 'read', show: submitSearch },
  ...RECALL_SEARCHES,
  [CUSTOMERS_PATH]: { role: 'read', show: searchCustomers },
  '/payments/:id/rows': { role: 'read', show: searchRows },
};

/** The navigation. A link is shown if its page exists and the operator may open it. */
export const NAVIGATION = [
  { path: '/', name: 'Today' },
  { path: '/payments', name: 'Payments' },
  { path: FILES_PATH, name: 'Files' },
  { path: APPROVALS_PATH, name: 'Approvals' },
  { path: '/work', name: 'Work' },
  { path: '/decisions', name: 'Decisions' },
  { path: '/actions', name: 'Actions' },
  { path: '/schemes', name: 'Schemes' },
  { path: '/customers', name: 'Customers' },
  { path: '/tpps', name: 'TPPs' },
  { path: LEDGER_PATH, name: 'Ledger' },
  { path: REGULATOR_PATH, name: 'Regulator' },
  { path: '/audit', name: 'Audit' },
  { path: '/settings', name: 'Settings' },
] as const;
