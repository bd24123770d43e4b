import type { PublishCheck } from '../contract/trainings.resource';
import { AppError, InvalidFields } from '../platform/errors/app-error';
import { UnknownAmong } from '../platform/errors/record-errors';
import { fieldError } from '../platform/errors/field-error';

export class TrainingCodeTaken extends InvalidFields {
  constructor(code: string) {
    super({
      code: [
        fieldError('taken', `The code "${code}" is taken by another training. Choose another one.`, { value: code }),
      ],
    });
  }
}

/** The ids that name no training here, or one that is not published. */
export class TrainingUnknown extends UnknownAmong {
  constructor(ids: readonly string[]) {
    super('training_id', 'Unknown or unpublished trainings', ids);
  }
}

/** A training that is no draft and not archived is asked for. */
export class NotPublished extends InvalidFields {
  constructor(field: string) {
    super({
      [field]: [
        fieldError('not_published', 'This training is not published. Publish it first, or choose another one.'),
      ],
    });
  }
}

export class CategoryUnknown extends UnknownAmong {
  constructor(ids: readonly string[]) {
    super('category_id', 'Unknown categories', ids);
  }
}

export class AssignmentUnknown extends UnknownAmong {
  constructor(ids: readonly string[]) {
    super('assignment_id', 'Unknown assignments', ids);
  }
}

const REMEDY: Readonly<Record<PublishCheck, string>> = {
  category: 'choose a category',
  skills: 'say which level of which skill it gives',
  video: 'upload a video or enter its https address and duration',
  source: 'enter the address of what is to be read',
  quiz: 'add a quiz',
};

/** 422: publishing needs its checklist, and what is published keeps it. `facts.missing` names the checks. */
export class ChecklistOpen extends AppError {
  constructor(missing: readonly PublishCheck[]) {
    super({
      kind: 'refused',
      code: 'checklist_open',
      message: `Before this training can be published: ${missing.map((check) => REMEDY[check]).join('; ')}.`,
      facts: { missing: [...missing] },
      errors: Object.fromEntries(
        missing.map((check) => [FIELD[check], [fieldError(`checklist_${check}`, sentence(REMEDY[check]))]]),
      ),
    });
  }
}

const FIELD: Readonly<Record<PublishCheck, string>> = {
  category: 'category_id',
  skills: 'skills',
  video: 'video',
  source: 'source_url',
  quiz: 'quiz',
};

export class TooManyPairs extends AppError {
  constructor(pairs: number, limit: number) {
    super({
      kind: 'refused',
      code: 'too_many_pairs',
      message: `That is ${pairs} assignments; one call takes at most ${limit}. Send them in parts, or as a bulk job.`,
      facts: { pairs, limit },
    });
  }
}

/** Beats before a link: there is no wall time that they could be measured by. */
export class VideoNotOpened extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'video_not_opened',
      message: 'Open the video first: progress counts from the moment its link is given.',
    });
  }
}

export class NothingToPlay extends AppError {
  constructor() {
    super({ kind: 'missing', code: 'nothing_to_play', message: 'This training has no video that could be played.' });
  }
}

export class NoVideo extends AppError {
  constructor() {
    super({
      kind: 'unsupported_media',
      code: 'not_a_video',
      message: 'This file is no MP4 or WebM video. Export the video as MP4 (H.264) and upload it again.',
    });
  }
}

/** Accepted as a video by its first bytes, but it does not say how long it is, or what it says makes no sense. */
export class VideoUnreadable extends AppError {
  constructor() {
    super({
      kind: 'refused',
      code: 'video_unreadable',
      message: 'The duration of this video cannot be read. Export it again as a complete MP4 file.',
    });
  }
}

export class VideoTooLarge extends AppError {
  constructor(limit: number) {
    super({
      kind: 'too_large',
      code: 'video_too_large',
      message: `A video may have at most ${Math.floor(limit / 1024 ** 2)} MB. Export it with a lower quality.`,
      facts: { limit },
    });
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
