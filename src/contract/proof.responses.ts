import {
  withDescription,
  objectOf,
  flag,
  id,
  instant,
  withExample,
  listOf,
  stringEnum,
  nullable,
  text,
  integer,
  type Infer,
} from './response-schema';

/** File types of proofs: a scan or a photo. */
const PROOF_FORMATS = ['pdf', 'jpg', 'png'] as const;
export type ProofFormat = (typeof PROOF_FORMATS)[number];
/** Bytes per file; fits phone photos. */
export const PROOF_BYTES_MAX = 10 * 1024 ** 2;
/** Files per evidence. */
export const PROOFS_MAX = 8;
/** Files per person, beyond which only admins can add more, so that self-ratings cannot fill the storage. */
export const PROOFS_OF_PERSON_MAX = 200;

/** `GET /api/skill-evidence/{id}/proofs`, and the response of changes to them. */
export const proofsSchema = objectOf({
  may_add: withDescription(flag, 'Whether the user may add a file now.'),
  proofs: withDescription(
    listOf(
      objectOf({
        proof_id: withDescription(id, 'Key of the file.'),
        name: withExample(withDescription(text, 'File name.'), 'forklift-licence.jpg'),
        format: withDescription(stringEnum(PROOF_FORMATS), 'File type, detected from its content.'),
        bytes: withExample(withDescription(integer, 'Bytes of the file.'), 482_133),
        added_at: withDescription(instant, 'When it was added.'),
        url: withExample(
          withDescription(nullable(text), 'Readable without headers for one hour; null: not requested by a session.'),
          '/media/proofs/AAAB…',
        ),
        may_remove: withDescription(flag, 'Whether the user may remove it now.'),
      }),
    ),
    'Oldest first.',
  ),
});
export type ProofsResponse = Infer<typeof proofsSchema>;
