import { Module } from '@nestjs/common';
import { FolderPost } from './folder-post';

/** Where mails go that are not sent. */
@Module({ providers: [FolderPost], exports: [FolderPost] })
export class FolderPostModule {}
