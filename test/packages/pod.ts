import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { KubernetesObject } from './helm.ts';

/** Group of the files of a Secret: the `fsGroup` of the pod. */
const GROUP = 10001;

interface Volume {
  readonly name: string;
  readonly secret?: { readonly secretName: string; readonly defaultMode: number };
}

interface PodTemplate {
  readonly metadata: object;
  readonly spec: { readonly volumes: readonly Volume[]; readonly containers: readonly Container[] };
}

interface Container {
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

interface Probe {
  readonly exec: { readonly command: readonly string[] };
}

interface StatefulSet extends KubernetesObject {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: PodTemplate;
    readonly volumeClaimTemplates: readonly { readonly metadata: { readonly name: string } }[];
  };
}

/** The first pod of a StatefulSet, for `podman kube play`. */
export interface Pod {
  /** Name of its container. */
  readonly container: string;
  /** The ConfigMap and the pod, in YAML. */
  readonly yaml: string;
  /** Commands of the startup, liveness and readiness probe. */
  readonly probes: readonly (readonly string[])[];
}

/**
 * Returns the objects that `podman kube play` 4.3 accepts in place of the chart's objects. Podman
 * has no StatefulSet, so the result has the first pod. Podman creates a volume for each claim. It
 * ignores `defaultMode` and `fsGroup` of a Secret, so a folder replaces each Secret's volume.
 *
 * @param secrets folder with a folder for each Secret
 */
export function podOf(objects: readonly KubernetesObject[], secrets: string): Pod {
  const isSet = (object: KubernetesObject): object is StatefulSet => object.kind === 'StatefulSet';
  const set = objects.find(isSet);
  if (set === undefined) throw new Error('The chart has no StatefulSet.');
  const { template, volumeClaimTemplates } = set.spec;
  const name = `${set.metadata.name}-0`;
  const volumes = [
    ...template.spec.volumes.map((volume) =>
      volume.secret === undefined
        ? volume
        : { name: volume.name, hostPath: { path: join(secrets, volume.secret.secretName) } },
    ),
    ...volumeClaimTemplates.map(({ metadata }) => ({
      name: metadata.name,
      persistentVolumeClaim: { claimName: `${metadata.name}-${name}` },
    })),
  ];
  const pod = {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name } },
    spec: { ...template.spec, volumes },
  };
  const others = objects.filter(({ kind }) => kind === 'ConfigMap');
  const probes = template.spec.containers.flatMap((container) =>
    [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
      ({ exec }) => exec.command,
    ),
  );
  return {
    container: `${name}-service`,
    yaml: [...others, pod].map((object) => stringify(object)).join('---\n'),
    probes,
  };
}

/**
 * Writes the files of a Secret into a folder, as Kubernetes mounts a Secret with `fsGroup` and
 * `defaultMode: 0440`: symbolic links to files of root.
 */
export function mountSecret(folder: string, files: Readonly<Record<string, string>>): void {
  const version = '..2026_01_01_00_00_00.1';
  mkdirSync(join(folder, version), { recursive: true });
  symlinkSync(version, join(folder, '..data'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, version, name);
    writeFileSync(path, content);
    chownSync(path, 0, GROUP);
    chmodSync(path, 0o440);
    symlinkSync(`..data/${name}`, join(folder, name));
  }
  const modes = { [join(folder, version)]: 0o2755, [folder]: 0o3777 };
  for (const [path, mode] of Object.entries(modes)) {
    chownSync(path, 0, GROUP);
    chmodSync(path, mode);
  }
}
