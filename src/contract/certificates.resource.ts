import { day, id, instant, ref, status, text, whole } from './fields';
import { resource, type RowOf } from './resource';

/** issued → superseded, by that of a newer cycle; or revoked, when what it rests on was voided. Expired is derived. */
const CERTIFICATE_STATES = ['issued', 'superseded', 'revoked'] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];

/** Letters that nobody takes for another: no I, L, O, U. A hundred bits in twenty of them. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_LENGTH = 20;

/** One of a completed cycle, written by the completion; what it says never changes (domain.md, certificate). */
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
    /** As they were called on the day of issue. */
    staff_name: text({ max: 201, sort: false, filter: false, required: true, write: 'none', list: 'hidden' }),
    training_name: text({ max: 200, sort: false, filter: false, required: true, write: 'none', list: 'hidden' }),
    organisation_name: text({ max: 200, sort: false, filter: false, required: true, write: 'none', list: 'hidden' }),
    cycle: whole({ sort: false, filter: false, min: 1, required: true, write: 'none', list: 'hidden' }),
    completed_on: day({ sort: false, required: true, write: 'none', list: 'hidden' }),
    /** The last valid day; empty: for ever. */
    valid_until: day({ write: 'none', list: 'shown' }),
    issued_at: instant({ required: true, write: 'none', list: 'shown' }),
    state: status(CERTIFICATE_STATES, { initial: 'issued', write: 'none', list: 'shown' }),
    /** By which anybody looks up at /verify what it says. */
    code: text({
      max: CODE_LENGTH,
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
