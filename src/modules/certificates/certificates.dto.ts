import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Matches, MaxLength, Validate } from 'class-validator';
import {
  CERTIFICATE_ACCENT_DEFAULT,
  CERTIFICATE_TEXT_MAX,
  certificateDesignSchema,
} from '../../contract/certificate-design';
import { certificates } from '../../contract/certificates.resource';
import { answerDto, rowDto } from '../../common/rest/dto';
import { IsNotNull, IsOneLine, IsPlainText } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';

export class CertificateRowDto extends rowDto(certificates) {
  @ApiProperty({ type: 'number', nullable: true, example: 81.82, description: 'In percent; null without a quiz.' })
  score: number | null;
}

export class CertificateDesignDto extends answerDto(certificateDesignSchema) {}

const IsText = IsString(ruleError('text', 'Enter text.'));
const MaxCharacters = (count: number) =>
  MaxLength(count, ruleError('too_long', `At most ${count} characters.`, { count }));
const { title, text, signature_name, signature_role } = CERTIFICATE_TEXT_MAX;

export class CertificateDesignBody {
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: title,
    example: 'Certificate of training',
    description: 'Heading; null: the default.',
  })
  @IsOptional()
  @MaxCharacters(title)
  @Validate(IsOneLine)
  @IsText
  title?: string | null;

  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: text,
    example: 'Recognised in all our plants.',
  })
  @IsOptional()
  @MaxCharacters(text)
  @Validate(IsPlainText)
  @IsText
  text?: string | null;

  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: signature_name,
    example: 'Asha Rao',
    description: 'Name of the signatory; null: none.',
  })
  @IsOptional()
  @MaxCharacters(signature_name)
  @Validate(IsOneLine)
  @IsText
  signature_name?: string | null;

  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: signature_role,
    example: 'Head of training',
    description: 'Position of the signatory.',
  })
  @IsOptional()
  @MaxCharacters(signature_role)
  @Validate(IsOneLine)
  @IsText
  signature_role?: string | null;

  @ApiProperty({ required: false, maxLength: 7, example: CERTIFICATE_ACCENT_DEFAULT, description: '`#rrggbb`' })
  @IsNotNull()
  @Matches(/^#[0-9a-f]{6}$/i, ruleError('color', 'Enter a colour such as #403098.'))
  accent?: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'The row_version that was read; a stale one answers 412.',
  })
  @IsOptional()
  @IsInt(ruleError('version', 'Send the row_version that you read.'))
  row_version?: number;
}
