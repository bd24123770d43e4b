import { PROOF_BYTES_MAX } from '../contract/proof-answers';
import { AppError, InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

export class NoProof extends AppError {
  constructor() {
    super({
      kind: 'unsupported_media',
      code: 'no_proof',
      message: 'This is neither a PDF nor a JPEG or PNG picture. Scan or photograph it once more and choose that file.',
    });
  }
}

export class ProofTooLarge extends AppError {
  constructor() {
    const limit = Math.floor(PROOF_BYTES_MAX / 1024 ** 2);
    super({
      kind: 'too_large',
      code: 'proof_too_large',
      message: `A file may have at most ${limit} MB. Choose a smaller picture, or scan it in a lower resolution.`,
      facts: { limit },
    });
  }
}

export class TooManyProofs extends AppError {
  constructor(limit: number) {
    super({
      kind: 'conflict',
      code: 'too_many_proofs',
      message: `There are ${limit} files already, and no more go here. Remove one that is not needed.`,
      facts: { limit },
    });
  }
}

/** What is signed off stands as it was judged. */
export class NotYoursToProve extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_yours_to_prove',
      message: 'Files of this evidence are an admin’s to change: it does not wait for you.',
    });
  }
}

/** Forged, changed or over, or its file was taken away: one answer for all of them. */
export class ProofLinkDead extends AppError {
  constructor() {
    super({
      kind: 'missing',
      code: 'proof_link_dead',
      message: 'This link is no longer valid. Open the evidence again.',
    });
  }
}

/** Nobody judges what they do themselves: admins neither. */
export class AssessesOwn extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'assesses_own',
      message: 'Nobody assesses themselves. Ask your manager or an admin to watch you at work.',
    });
  }
}

/** The skill has nothing to go by at this level. */
export class NoChecklist extends AppError {
  constructor(level: number) {
    super({
      kind: 'conflict',
      code: 'no_checklist',
      message: `This skill has no checklist for level ${level}. Write one on the skill’s page first.`,
      facts: { level },
    });
  }
}

/** One at a time: two would not know of each other. */
export class AssessedAlready extends AppError {
  constructor(assessor: string | null) {
    super({
      kind: 'conflict',
      code: 'assessed_already',
      message: `${assessor ?? 'Somebody else'} is assessing this person for this level already. Wait until that is finished, or withdraw it.`,
      facts: { assessor },
    });
  }
}

export class NotYourAssessment extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_your_assessment',
      message: 'Only whoever began this assessment fills it in. Begin one of your own when it is finished.',
    });
  }
}

export class NotTheAssessed extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_the_assessed',
      message: 'Only the person who was assessed confirms it, in their own account.',
    });
  }
}

/** Who can sign in says so there. */
export class ConfirmsInAccount extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'confirms_in_account',
      message: 'This person has an account of their own and confirms there. Ask them to sign in.',
    });
  }
}

/** Submitted before everything was looked at. */
export class NotAllMarked extends AppError {
  constructor(count: number) {
    super({
      kind: 'conflict',
      code: 'not_all_marked',
      message: `${count} criteria are not marked yet. Say of each whether it was met, not met or not seen.`,
      facts: { count },
    });
  }
}

export class NeedsMoreThanThereAre extends InvalidFields {
  constructor(count: number) {
    super({
      needed: [fieldError('max', `There are ${count} criteria: no more than that can be required.`, { max: count })],
    });
  }
}

/** On the assessor's device somebody else's code was typed, or a wrong one. */
export class OtherStaffCode extends InvalidFields {
  constructor() {
    super({
      staff_code: [fieldError('other_staff_code', 'This is not the staff code of the person who was assessed.')],
    });
  }
}

export class NoSuchCriterion extends InvalidFields {
  constructor(count: number) {
    super({
      marks: [fieldError('between', `Criteria are numbered from 1 to ${count}.`, { min: 1, max: count })],
    });
  }
}
