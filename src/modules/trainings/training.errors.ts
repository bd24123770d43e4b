import { JOB_PAIRS_MAX } from '../../contract/training-assignments.resource';
import type { PublishCheck } from '../../contract/trainings.resource';
import { AppError, InvalidFieldsError } from '../../common/errors/app-error';
import { UnavailableReferencesError } from '../../common/errors/record.errors';
import { fieldError } from '../../common/errors/field-error';

export class TrainingCodeTakenError extends InvalidFieldsError {
  constructor(code: string) {
    super({
      code: [
        fieldError('taken', `The code "${code}" is taken by another training. Choose another one.`, {
          value: code,
        }),
      ],
    });
  }
}

/** Unknown or not published. */
export class UnknownTrainingError extends UnavailableReferencesError {
  constructor(ids: readonly string[]) {
    super('training_id', 'Unknown or unpublished trainings', ids);
  }
}

export class NotPublishedError extends InvalidFieldsError {
  constructor(field: string) {
    super({
      [field]: [
        fieldError('not_published', 'This training is not published. Publish it first, or choose another one.'),
      ],
    });
  }
}

/** Only classroom trainings can have sessions. */
export class HasSessionsError extends InvalidFieldsError {
  constructor(count: number) {
    super({
      type: [
        fieldError('has_sessions', `This training has sessions (${count}). Delete them first, or keep its type.`, {
          count,
        }),
      ],
    });
  }
}

export class UnknownCategoryError extends UnavailableReferencesError {
  constructor(ids: readonly string[]) {
    super('category_id', 'Unknown categories', ids);
  }
}

export class UnknownAssignmentError extends UnavailableReferencesError {
  constructor(ids: readonly string[]) {
    super('assignment_id', 'Unknown assignments', ids);
  }
}

const CHECK_REMEDY: Readonly<Record<PublishCheck, string>> = {
  category: 'choose a category',
  skills: 'add at least one skill and its level',
  video: 'upload a video or enter its https address and duration',
  source: 'upload a PDF, write a text, or enter the address of the content',
  quiz: 'add a quiz',
  draws: 'add questions that match the random selection, or draw fewer',
};

/** 422: publishing requires the complete checklist, and changes must keep it. `facts.missing` names the checks. */
export class ChecklistIncompleteError extends AppError {
  constructor(missing: readonly PublishCheck[]) {
    super({
      kind: 'refused',
      code: 'checklist_open',
      message: `A published training needs what is missing: ${missing.map((check) => CHECK_REMEDY[check]).join('; ')}.`,
      facts: { missing: [...missing] },
      errors: Object.fromEntries(
        missing.map((check) => [CHECK_FIELD[check], [fieldError(`checklist_${check}`, sentence(CHECK_REMEDY[check]))]]),
      ),
    });
  }
}

const CHECK_FIELD: Readonly<Record<PublishCheck, string>> = {
  category: 'category_id',
  skills: 'skills',
  video: 'video',
  source: 'source_url',
  quiz: 'quiz',
  draws: 'quiz',
};

export class TooManyPairsError extends AppError {
  constructor(pairs: number, limit: number) {
    super({
      kind: 'refused',
      code: 'too_many_pairs',
      message:
        limit < JOB_PAIRS_MAX
          ? `That is ${pairs} assignments; the limit per call is ${limit}. Send them in parts, or as a bulk job.`
          : `That is ${pairs} assignments; the limit per job is ${limit}. Send them in parts.`,
      facts: { pairs, limit },
    });
  }
}

/** 409: published before with another answer, or unchanged since the first publication. */
export class RevisionPublishedError extends AppError {
  constructor(revision: number) {
    super({
      kind: 'conflict',
      code: 'revision_published',
      message: `Revision ${revision} is already published. Change the content before you publish again.`,
      facts: { revision },
    });
  }
}

/** Progress is measured from the opening. */
export class VideoNotOpenedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'video_not_opened',
      message: 'Open the video first. Progress counts from the moment it is opened.',
    });
  }
}

export class VideoReplacedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'video_replaced',
      message: 'The video was replaced. Open it again to watch the new one.',
    });
  }
}

export class NothingToPlayError extends AppError {
  constructor() {
    super({ kind: 'missing', code: 'nothing_to_play', message: 'This training has no video to play.' });
  }
}

/** Renditions require an HLS stream. */
export class NotStreamedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'not_streamed',
      message: 'This training has no streamed video yet. Lower resolutions can only be created for streamed videos.',
    });
  }
}

/** Daily limit per customer, since encoding takes about as long as the video. */
export class RenditionLimitError extends AppError {
  constructor(minutes: number) {
    super({
      kind: 'refused',
      code: 'renditions_spent',
      message: `Lower resolutions can be created for up to ${minutes} minutes of video within 24 hours. Choose fewer, or try again tomorrow.`,
      facts: { minutes },
    });
  }
}

export class NotAVideoError extends AppError {
  constructor() {
    super({
      kind: 'unsupported_media',
      code: 'not_a_video',
      message: 'This file is not an MP4 or WebM video. Export the video as MP4 (H.264) and upload it again.',
    });
  }
}

export class NotAPdfError extends AppError {
  constructor() {
    super({
      kind: 'unsupported_media',
      code: 'not_a_pdf',
      message: 'This file is not a PDF. Export the document as PDF and upload it again.',
    });
  }
}

export class DocumentTooLargeError extends AppError {
  constructor(limit: number) {
    super({
      kind: 'too_large',
      code: 'document_too_large',
      message: `A document can be up to ${Math.floor(limit / 1024 ** 2)} MB. Export it with smaller images.`,
      facts: { limit },
    });
  }
}

export class CaptionsTooLargeError extends AppError {
  constructor() {
    super({
      kind: 'too_large',
      code: 'captions_too_large',
      message: 'Captions can be up to 1 MB. Save them as WebVTT without images or styles.',
    });
  }
}

/** 422: invalid WebVTT from this line on. */
export class InvalidCaptionsError extends AppError {
  constructor(line: number) {
    super({
      kind: 'refused',
      code: 'captions_unreadable',
      message: `This file is not valid WebVTT in UTF-8: see line ${line}. Export the captions as .vtt and upload them again.`,
      facts: { line },
    });
  }
}

export class EmptyCaptionsError extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'captions_empty',
      message: 'This file contains no captions. Choose another file.',
    });
  }
}

export class NothingToReadError extends AppError {
  constructor() {
    super({ kind: 'conflict', code: 'nothing_to_read', message: 'This training has no document to read.' });
  }
}

/** Also if the document was replaced meanwhile. */
export class DocumentNotOpenedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'document_not_opened',
      message: 'Open the document first. It was not opened yet, or it was replaced.',
    });
  }
}

/** 422: acknowledging requires all pages. */
export class PagesNotSeenError extends AppError {
  constructor(seen: number, pages: number) {
    super({
      kind: 'refused',
      code: 'pages_not_seen',
      message: `You have seen ${seen} of ${pages} pages. Read the remaining pages first.`,
      facts: { seen, pages },
    });
  }
}

const VIDEO_FAULTS = {
  unreadable: [
    'video_unreadable',
    'This video file is damaged and cannot be read. Export it again as MP4 (H.264) and upload it again.',
  ],
  no_length: [
    'video_without_length',
    'The length of this video is unknown or more than 24 hours. Export it again as MP4 (H.264).',
  ],
  incomplete: ['video_incomplete', 'This video file is incomplete. Copy or export it again and upload the whole file.'],
  fragmented: [
    'video_fragmented',
    'This MP4 file is fragmented and has no index, so its length cannot be read. Save it as a regular MP4 file.',
  ],
  recorded: [
    'video_recorded',
    'The length of this recording is unknown. Convert it to MP4 (H.264) and upload it again.',
  ],
  no_picture: ['video_without_picture', 'This file contains only sound. Upload a video.'],
  codec: ['video_codec', 'Browsers cannot play this video format. Export it as MP4 (H.264).'],
} as const;

/** Recognised as a video, but it cannot be played or its length cannot be read. */
export class UnreadableVideoError extends AppError {
  /** @param codec name of the unsupported format */
  constructor(fault: keyof typeof VIDEO_FAULTS = 'unreadable', codec?: string) {
    const [code, message] = VIDEO_FAULTS[fault];
    const named = codec === undefined ? message : message.replace('this video', `this video (${codec})`);
    super({ kind: 'refused', code, message: named, ...(codec !== undefined && { facts: { codec } }) });
  }
}

export class VideoTooLargeError extends AppError {
  constructor(limit: number) {
    super({
      kind: 'too_large',
      code: 'video_too_large',
      message: `A video can be up to ${Math.floor(limit / 1024 ** 2)} MB. Export it with a lower quality.`,
      facts: { limit },
    });
  }
}

/** Parts are missing or have the wrong length; they can still be sent. */
export class UploadIncompleteError extends AppError {
  constructor(missing: readonly number[]) {
    super({
      kind: 'refused',
      code: 'upload_incomplete',
      message: 'Parts of this upload are still missing. Send them, then complete it.',
      facts: { count: missing.length, missing: missing.slice(0, 20) },
    });
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export class AssignmentNotOpenError extends AppError {
  constructor(state: string) {
    super({
      kind: 'conflict',
      code: 'assignment_not_open',
      message: 'This assignment is no longer open. Reload the page.',
      facts: { state },
    });
  }
}

export class NoActiveQuizError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'no_active_quiz',
      message: 'This training has no active quiz.',
    });
  }
}

export class NoAttemptLimitError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'no_attempt_limit',
      message: 'This quiz allows unlimited attempts, so an extra attempt is not needed.',
    });
  }
}

export class AttemptsLeftError extends AppError {
  constructor(left: number) {
    super({
      kind: 'conflict',
      code: 'attempts_left',
      message: 'There are still attempts left at this quiz. You can give an extra attempt when none are left.',
      facts: { left },
    });
  }
}
