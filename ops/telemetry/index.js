// What src/infrastructure/tracing asks of OpenTelemetry, and no more. A package of its own: nobody loads it who sends no traces.
// OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_EXPORTER_OTLP_HEADERS and the rest of the SDK's own variables hold.
const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = require('@opentelemetry/api');
const { OTLPTraceExporter } = require('@opentelemetry/exporter-trace-otlp-http');
const { defaultResource, detectResources, envDetector, resourceFromAttributes } = require('@opentelemetry/resources');
const {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} = require('@opentelemetry/sdk-trace');

/**
 * @param {{ endpoint: string, version: string, share: number }} given `share` of the traces that begin here are kept (0 to 1)
 */
exports.open = ({ endpoint, version, share }) => {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'skilgrid', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 });
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000, exportTimeoutMillis: 5_000 })],
  });
  const tracer = provider.getTracer('skilgrid', version);

  return {
    /** `parent`: a traceparent of W3C, or null. Times are milliseconds since 1970. */
    begin({ name, kind, parent, at, attributes }) {
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent)) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: SpanKind[kind], startTime: at, attributes }, context);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags & 1 ? '01' : '00'}`,
        isKept: span.isRecording(),
        end({ name: known, at: ended, attributes: more, failed }) {
          if (known) span.updateName(known);
          if (more) span.setAttributes(more);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end(ended);
        },
      };
    },
    close: () => provider.shutdown(),
  };
};

const spanContextOf = (traceparent) => {
  const [, traceId, spanId, flags] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
};
