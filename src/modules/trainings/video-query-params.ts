import { ApiQuery } from '@nestjs/swagger';
import { MalformedRequestError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';

export const ApiSameVideo = () =>
  ApiQuery({
    name: 'same_video',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    description:
      'true: corrected file of the same video; progress is kept. Otherwise learners who have not completed it start again.',
  });

/** @throws MalformedRequestError for anything else */
export const parseSameVideo = (value: unknown): boolean => parseTrueFlag('same_video', value);

export const ApiPreview = () =>
  ApiQuery({
    name: 'preview',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    description: 'true: preview for admins; nothing is counted.',
  });

/** @throws MalformedRequestError for other values: ignoring them would count a preview as progress */
export const parsePreview = (preview: unknown): boolean => parseTrueFlag('preview', preview);

function parseTrueFlag(name: string, value: unknown): boolean {
  const message = `${name} is "true".`;
  if (value !== undefined && value !== 'true')
    throw new MalformedRequestError(message, { [name]: [fieldError('query', message)] });
  return value === 'true';
}
