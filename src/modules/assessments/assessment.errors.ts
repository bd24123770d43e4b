import { PROOF_BYTES_MAX } from '../../contract/proof.responses';
import { AppError, InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';

export class UnsupportedProofFormatError extends AppError {
  constructor() {
    super({
      kind: 'unsupported_media',
      code: 'no_proof',
      message: 'This file is not a PDF, JPEG or PNG. Scan or photograph it again and choose that file.',
    });
  }
}

export class ProofTooLargeError extends AppError {
  constructor() {
    const limit = Math.floor(PROOF_BYTES_MAX / 1024 ** 2);
    super({
      kind: 'too_large',
      code: 'proof_too_large',
      message: `A file can be up to ${limit} MB. Choose a smaller image, or scan it at a lower resolution.`,
      facts: { limit },
    });
  }
}

export class TooManyProofsError extends AppError {
  constructor(limit: number) {
    super({
      kind: 'conflict',
      code: 'too_many_proofs',
      message: `The limit of ${limit} files is reached. Remove one that is not needed.`,
      facts: { limit },
    });
  }
}

/** Signed-off evidence keeps its files. */
export class ProofChangeForbiddenError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_yours_to_prove',
      message: 'Only an admin can change the files of this evidence, because it is not waiting for sign-off.',
    });
  }
}

/** One answer for forged, changed or expired links and deleted files. */
export class InvalidProofLinkError extends AppError {
  constructor() {
    super({
      kind: 'missing',
      code: 'proof_link_dead',
      message: 'This link is no longer valid. Open the evidence again.',
    });
  }
}

/** Also applies to admins. */
export class SelfAssessmentError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'assesses_own',
      message: 'You cannot assess yourself. Ask your manager or an admin to assess you.',
    });
  }
}

export class NoChecklistError extends AppError {
  constructor(level: number) {
    super({
      kind: 'conflict',
      code: 'no_checklist',
      message: `This skill has no checklist for level ${level}. Create one on the skill’s page first.`,
      facts: { level },
    });
  }
}

/** Only one open assessment per person, skill and level. */
export class AssessmentAlreadyOpenError extends AppError {
  constructor(assessor: string | null) {
    super({
      kind: 'conflict',
      code: 'assessed_already',
      message: `${assessor ?? 'Someone else'} is already assessing this person for this level. Wait until they finish, or withdraw that assessment.`,
      facts: { assessor },
    });
  }
}

export class NotTheAssessorError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_your_assessment',
      message: 'Only the person who started this assessment can fill it in. Start your own when it is finished.',
    });
  }
}

export class NotTheAssessedPersonError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_the_assessed',
      message: 'Only the assessed person can confirm this, in their own account.',
    });
  }
}

export class MustConfirmInAccountError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'confirms_in_account',
      message: 'This person has an account. Ask them to sign in and confirm there.',
    });
  }
}

export class UnmarkedCriteriaError extends AppError {
  constructor(count: number) {
    super({
      kind: 'conflict',
      code: 'not_all_marked',
      message: `${count} criteria are not marked yet. Mark each as met, not met or not seen.`,
      facts: { count },
    });
  }
}

export class TooManyNeededCriteriaError extends InvalidFieldsError {
  constructor(count: number) {
    super({
      needed: [fieldError('max', `There are only ${count} criteria. Enter ${count} or less.`, { max: count })],
    });
  }
}

/** The staff code typed on the assessor's device is not that of the assessed person. */
export class StaffCodeMismatchError extends InvalidFieldsError {
  constructor() {
    super({
      staff_code: [fieldError('other_staff_code', 'This is not the staff code of the person who was assessed.')],
    });
  }
}

export class UnknownCriterionError extends InvalidFieldsError {
  constructor(count: number) {
    super({
      marks: [fieldError('between', `Criteria are numbered from 1 to ${count}.`, { min: 1, max: count })],
    });
  }
}
