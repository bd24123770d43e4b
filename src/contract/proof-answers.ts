import { described, fields, flag, id, instant, like, listOf, oneOfWords, orNull, text, whole, type Of } from './answer';

/** What proves something on paper: a scan, or a photo. */
const PROOF_FORMATS = ['pdf', 'jpg', 'png'] as const;
export type ProofFormat = (typeof PROOF_FORMATS)[number];
/** Bytes of one file: a photo as phones make them. */
export const PROOF_BYTES_MAX = 10 * 1024 ** 2;
/** Files of one piece of evidence. */
export const PROOFS_MAX = 8;
/** Files of one person, beyond which only an admin adds: nobody fills the storage with ratings of their own. */
export const PROOFS_OF_PERSON_MAX = 200;

/** `GET /api/skill-evidence/{id}/proofs`, and what comes after a change of them. */
export const proofsAnswer = fields({
  may_add: described(flag, 'Whether the user may add a file now.'),
  proofs: described(
    listOf(
      fields({
        proof_id: described(id, 'Key of the file.'),
        name: like(described(text, 'File name.'), 'forklift-licence.jpg'),
        format: described(oneOfWords(PROOF_FORMATS), 'File type, detected from its content.'),
        bytes: like(described(whole, 'Bytes of the file.'), 482_133),
        added_at: described(instant, 'When it was added.'),
        url: like(
          described(orNull(text), 'Readable without headers for one hour; null: not requested by a session.'),
          '/media/proofs/AAAB…',
        ),
        may_remove: described(flag, 'Whether the user may remove it now.'),
      }),
    ),
    'Oldest first.',
  ),
});
export type ProofsAnswer = Of<typeof proofsAnswer>;
