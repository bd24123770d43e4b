import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsString, Matches, Max, MaxLength, Min, Validate, ValidateIf } from 'class-validator';
import { uploadSchema } from '../../contract/training.responses';
import { answerDto } from '../../common/rest/dto';
import { IsNotBlank, IsOneLine } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';
import type { UploadFormat } from './media-files';
import type { UploadRequestData } from './video-uploads.service';

const TYPES: Readonly<Record<string, UploadFormat>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
};
const TYPE_NAMES = Object.keys(TYPES);
/** Only JavaScript's integer range; the size limit is checked separately (413). */
const WHOLE_MAX = Number.MAX_SAFE_INTEGER;
const WHOLE_RULE = ruleError('whole', 'Enter a whole number.');
const SIZE_LIMIT_RULE = ruleError('max', `At most ${WHOLE_MAX}.`, { max: WHOLE_MAX });

export class StartUploadDto {
  @ApiProperty({ type: 'string', maxLength: 255, example: 'forklift-daily-check.mp4' })
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(255, ruleError('too_long', 'At most 255 characters.', { count: 255 }))
  @Validate(IsOneLine)
  @Validate(IsNotBlank)
  name: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: WHOLE_MAX,
    example: 734_003_200,
    description: 'Size of the file in bytes: up to 2 GB for a video, 100 MB for a PDF.',
  })
  @IsInt(WHOLE_RULE)
  @Min(1, ruleError('min', 'At least 1.', { min: 1 }))
  @Max(WHOLE_MAX, SIZE_LIMIT_RULE)
  bytes: number;

  @ApiProperty({
    enum: TYPE_NAMES,
    example: 'video/mp4',
    description: 'A video for a training of type video, a PDF for one of type document.',
  })
  @IsIn(TYPE_NAMES, ruleError('choice', `Choose one of: ${TYPE_NAMES.join(', ')}.`, { choices: TYPE_NAMES }))
  type: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: WHOLE_MAX,
    nullable: true,
    required: false,
    example: 1_762_000_000_000,
    description: 'When the file was last changed (milliseconds); to recognise the same file again.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsInt(WHOLE_RULE)
  @Min(0, ruleError('min', 'At least 0.', { min: 0 }))
  @Max(WHOLE_MAX, SIZE_LIMIT_RULE)
  last_modified?: number | null;

  @ApiProperty({
    type: 'string',
    pattern: '^[0-9a-f]{8,64}$',
    maxLength: 64,
    nullable: true,
    required: false,
    example: '9f86d081884c7d65',
    description: 'Any digest of the start of the file; to recognise the same file again.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Matches(/^[0-9a-f]{8,64}$/, ruleError('pattern', '8 to 64 of the characters 0-9 and a-f.'))
  head_digest?: string | null;
}

export const toUploadRequest = ({
  type,
  last_modified = null,
  head_digest = null,
  ...body
}: StartUploadDto): UploadRequestData => ({
  name: body.name,
  bytes: body.bytes,
  format: TYPES[type]!,
  last_modified,
  head_digest,
});

export class UploadDto extends answerDto(uploadSchema) {}
