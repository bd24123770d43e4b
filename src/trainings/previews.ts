import { ApiQuery } from '@nestjs/swagger';
import { Malformed } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

export const ApiSameVideo = () =>
  ApiQuery({
    name: 'same_video',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    description:
      'true: corrected file of the same video; progress is kept. Otherwise learners who have not completed it start again.',
  });

/** @throws Malformed for anything else */
export const sameVideo = (value: unknown): boolean => isTrue('same_video', value);

export const ApiPreview = () =>
  ApiQuery({
    name: 'preview',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    description: 'true: preview for admins; nothing is counted.',
  });

/** @throws Malformed for anything else: it would count what was meant to be looked at */
export const previews = (preview: unknown): boolean => isTrue('preview', preview);

function isTrue(name: string, value: unknown): boolean {
  const message = `${name} is "true".`;
  if (value !== undefined && value !== 'true') throw new Malformed(message, { [name]: [fieldError('query', message)] });
  return value === 'true';
}
