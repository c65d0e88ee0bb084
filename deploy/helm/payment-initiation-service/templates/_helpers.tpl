{{- define "pis.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "pis.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "pis.labels" -}}
{{ include "pis.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "pis.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Pod template of the StatefulSet and of the Deployment. */}}
{{- define "pis.pod" -}}
metadata:
  labels:
    {{- include "pis.labels" . | nindent 4 }}
  annotations:
    # Restarts the nodes when a setting has changed. podman accepts at most 63 characters.
    checksum/settings: {{ list .Values.settings .Values.metrics | toJson | sha256sum | trunc 63 }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  # The service shuts down within 15 seconds.
  terminationGracePeriodSeconds: 20
  {{- with .Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: service
      image: {{ include "pis.image" . | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop:
            - ALL
      envFrom:
        - configMapRef:
            name: {{ include "pis.name" . }}
      ports:
        - name: tpps
          containerPort: 8443
        - name: customers
          containerPort: 8444
        {{- if .Values.metrics.enabled }}
        - name: metrics
          containerPort: {{ .Values.metrics.port }}
        {{- end }}
      # The internal listener accepts connections from loopback only, so the probes run in the container.
      startupProbe:
        exec:
          command: [healthcheck, live]
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: 60
      # A restart repairs neither a full disk nor an unavailable database.
      livenessProbe:
        exec:
          command: [healthcheck, live]
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        exec:
          command: [healthcheck]
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 3
      {{- with .Values.resources }}
      resources:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        - name: data
          mountPath: /var/lib/payment-initiation-service
        - name: tmp
          mountPath: /tmp
        {{- if .Values.secrets.files }}
        - name: files
          mountPath: /etc/payment-initiation-service
          readOnly: true
        {{- end }}
        {{- if .Values.secrets.sharedKeys }}
        - name: shared-keys
          mountPath: /etc/payment-initiation-service-keys
          readOnly: true
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    {{- if eq .Values.store "postgresql" }}
    # Buffers of uploads only.
    - name: data
      emptyDir: {}
    {{- end }}
    {{- with .Values.secrets.files }}
    - name: files
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
    {{- with .Values.secrets.sharedKeys }}
    - name: shared-keys
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
  {{- if eq .Values.store "postgresql" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "pis.selector" . | nindent 10 }}
  {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
