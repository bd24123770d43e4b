import type { OpenAPIObject } from '@nestjs/swagger';
import { FIELD_ERRORS, type FieldErrorDetail } from '../../contract/field-errors';
import { ruleError } from '../../common/errors/field-error';

/** Adds only the error schemas and responses that an operation refers to: OpenAPI linters reject unused components. */
export function addUsedErrors(document: OpenAPIObject): void {
  const isReferenced = (documentPart: unknown, name: string): boolean =>
    JSON.stringify(documentPart).includes(`/${name}"`);
  const responses = Object.fromEntries(
    Object.entries(ERROR_RESPONSES).filter(([name]) => isReferenced(document.paths, `components/responses/${name}`)),
  );
  const schemas = Object.fromEntries(
    Object.entries(ERROR_SCHEMAS).filter(([name]) =>
      isReferenced([responses, document.paths], `components/schemas/${name}`),
    ),
  );
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...schemas }, responses };
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request could not be read: invalid JSON, unknown or repeated query keys, missing EID or OID.',
  401: 'No valid token.',
  402: 'The subscription has expired; reading and exporting are still possible.',
  403: 'Not allowed, or EID and OID do not match the token.',
  404: 'Does not exist, or belongs to someone else.',
  409: 'In use, already exists, or the plan limit is reached; or the first request with this Idempotency-Key is still running.',
  412: 'Changed by someone else in the meantime: `If-Match` or `row_version` is not current.',
  413: 'Larger than 1 MB.',
  415: 'Not application/json.',
  422: 'Field errors, or a rule was violated; or the Idempotency-Key belongs to another request.',
  429: 'Too many attempts; see Retry-After.',
  500: 'Internal error; it is in the log under `requestId`.',
  503:
    'Not available at the moment; see Retry-After. Told apart by code: `database_unavailable`; `storage_full` and its like, while ' +
    'reading goes on; `report_too_slow`, a report or its export that had not come to its end in 60 s; `list_too_slow`, a ' +
    'list’s export that had not.',
};

const ERROR_SCHEMAS: NonNullable<NonNullable<OpenAPIObject['components']>['schemas']> = {
  Error: {
    type: 'object',
    description: 'Every error under /api.',
    required: ['statusCode', 'message', 'code', 'errors', 'details', 'facts', 'requestId'],
    properties: {
      statusCode: { type: 'integer', example: 422 },
      message: { type: 'string', example: 'Please correct the marked fields.' },
      code: { type: 'string', description: 'Code for clients and translations.', example: 'invalid_fields' },
      errors: {
        type: 'object',
        description: 'Messages by field.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        example: { staff_code: ['The staff code "A-17" is taken. Choose another one.'] },
      },
      details: {
        type: 'object',
        description: 'For each message in `errors`, in the same order: its code and the values for its text.',
        additionalProperties: {
          type: 'array',
          items: {
            type: 'object',
            required: ['code', 'facts'],
            properties: {
              code: { type: 'string', enum: Object.keys(FIELD_ERRORS) },
              facts: { type: 'object', additionalProperties: true },
            },
          },
        },
        example: { staff_code: [ruleError('taken', null, { value: 'A-17' }).context as FieldErrorDetail] },
      },
      facts: {
        type: 'object',
        description: 'Values for the placeholders of the text.',
        additionalProperties: true,
        example: { limit: 10 },
      },
      requestId: { type: 'string', example: 'Zq3mB0dWv1x2Yc4k' },
    },
  },
  LegacyAnswer: {
    type: 'object',
    description:
      'Response of the specification’s calls. The two logins also return the contents of `data` at the top level.',
    required: ['Status', 'status', 'message', 'data'],
    additionalProperties: true,
    properties: {
      Status: { type: 'boolean', example: true },
      status: { type: 'integer', example: 1 },
      message: { type: 'string', example: 'Success' },
      data: { description: 'The result; null if there is none.', example: null },
    },
  },
  LegacyError: {
    type: 'object',
    description:
      'Error response of the specification’s calls; expected errors come with HTTP 200 where the client needs it.',
    required: ['Status', 'status', 'message', 'data'],
    properties: {
      Status: { type: 'boolean', example: false },
      status: { type: 'integer', example: 0 },
      message: { type: 'string', example: 'Request a new code.' },
      data: { type: 'object', nullable: true, example: null },
    },
  },
};

const ERROR_RESPONSES = Object.fromEntries(
  Object.entries(MEANINGS).flatMap(([status, description]) =>
    (['Rest', 'Legacy'] as const).map((surface) => [
      `${surface}${status}`,
      {
        description,
        ...(Number(status) === 429 || Number(status) === 503
          ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } }
          : {}),
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${surface === 'Rest' ? 'Error' : 'LegacyError'}` },
          },
        },
      },
    ]),
  ),
) as Record<string, { description: string }>;
