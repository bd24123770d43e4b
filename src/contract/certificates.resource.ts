import { day, id, instant, ref, status, text, integer } from './fields';
import { resource, type RowOf } from './resource';

/** issued → superseded by a newer cycle, or revoked when its evidence was voided. Expiry is derived. */
const CERTIFICATE_STATES = ['issued', 'superseded', 'revoked'] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];

/** Unambiguous characters: no I, L, O, U. 20 of them carry 100 bits. */
export const CERTIFICATE_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CERTIFICATE_CODE_LENGTH = 20;

/** Certificate of a completed cycle; its content never changes (docs/domain.md). */
export const certificates = resource({
  name: 'certificates',
  id: 'certificate_id',
  title: ['number'],
  default_sort: [['issued_at', 'desc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: [],
  remove: 'none',
  create: false,
  change: false,
  fields: {
    certificate_id: id(),
    number: text({ max: 20, required: true, write: 'none', list: 'shown', example: '2026-000123' }),
    staff_id: ref('staff', { required: true, write: 'none', list: 'shown' }),
    training_id: ref('trainings', { required: true, write: 'none', list: 'shown' }),
    assignment_id: ref('training-assignments', {
      write: 'none',
      required: true,
      list: 'never',
      sort: false,
    }),
    /** Names at the time of issue. */
    staff_name: text({ max: 201, sort: false, filter: false, required: true, write: 'none', list: 'hidden' }),
    training_name: text({ max: 200, sort: false, filter: false, required: true, write: 'none', list: 'hidden' }),
    organisation_name: text({ max: 200, sort: false, filter: false, required: true, write: 'none', list: 'hidden' }),
    cycle: integer({ sort: false, filter: false, min: 1, required: true, write: 'none', list: 'hidden' }),
    completed_on: day({ sort: false, required: true, write: 'none', list: 'hidden' }),
    /** Last valid day; empty: no expiry. */
    valid_until: day({ write: 'none', list: 'shown' }),
    issued_at: instant({ required: true, write: 'none', list: 'shown' }),
    state: status(CERTIFICATE_STATES, { initial: 'issued', write: 'none', list: 'shown' }),
    /** Code for public verification at /verify. */
    code: text({
      max: CERTIFICATE_CODE_LENGTH,
      sort: false,
      filter: false,
      required: true,
      write: 'none',
      list: 'hidden',
      example: '7K3M9Q2XVB4N8RTD5HWC',
    }),
  },
});
/** `score`: percent with two decimals, null without a quiz. */
export type CertificateRow = RowOf<typeof certificates> & { score: number | null };
