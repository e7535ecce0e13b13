import { ActionIcon, Button, FileButton, Group, Modal, Text } from '@mantine/core';
import { LIMITS, pictureCaption, type PictureCrop } from '@marquee/validation';
import { getPictureUrl, PORTFOLIO_WIDTHS } from '@marquee/contracts';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { isSignedOutError, getErrorMessage } from '../../../lib/errors.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { findFormBackup, useFormBackup } from '../../../lib/sessionEnd.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { DragHandle, SortableItem, SortableList } from '../../../ui/Sortable.tsx';
import { cacheProfile, type OwnProfile } from '../../catalog/profiles/profileCache.ts';
import { PICTURE_ACCEPT, isPictureSizeAllowed, useChosenPicture } from '../../../lib/pictureFile.ts';
import classes from './PortfolioSection.module.css';
import { createSaveHandlers } from './SettingsSections.tsx';
import { handleSessionEnded } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { uploadPicture } from './uploadPicture.ts';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

const CropDialog = lazy(() => import('./CropDialog.tsx').then(({ CropDialog: component }) => ({ default: component })));

type OwnPicture = OwnProfile['portfolio'][number];

/** Returns a picture's name for screen readers. */
const getPictureName = ({ caption }: OwnPicture, index: number) =>
  caption === '' ? `picture ${index + 1}` : `“${caption}”`;

/** Lets the creator add, describe, reorder and delete portfolio pictures. Each change is saved immediately. */
export function PortfolioSection({ profile }: { profile: OwnProfile }) {
  const pictures = profile.portfolio;
  // If the session expired while the caption dialog was open, reopens it with the text typed so far.
  const [described, setDescribed] = useState<OwnPicture | null>(
    () => pictures.find(({ id }) => findFormBackup(getCaptionBackupName(id)) !== null) ?? null,
  );
  const [deleted, setDeleted] = useState<OwnPicture | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const arrange = trpc.profiles.reorderPictures.useMutation({
    ...createSaveHandlers('Order saved'),
    onError: (error) => {
      void queryUtils.profiles.own.invalidate();
      notifyFailure(error, 'The order could not be saved');
    },
  });

  const move = (from: number, to: number) => {
    const ordered = [...pictures];
    ordered.splice(to, 0, ...ordered.splice(from, 1));
    // Shows the new order before the server has confirmed it.
    cacheProfile({ ...profile, portfolio: ordered });
    arrange.mutate({ ids: ordered.map(({ id }) => id) });
  };

  return (
    <AnchoredSection
      id="portfolio"
      title="Portfolio"
      text={`Show up to ${LIMITS.portfolioPictures} pictures of your best work. The first one is the largest. Changes are saved automatically.`}
      summary={pictures.length === 0 ? null : pluralize(pictures.length, 'picture')}
    >
      {pictures.length > 0 && (
        <SortableList noun="Picture" ids={pictures.map(({ id }) => id)} layout="grid" onMove={move}>
          <ol className={classes.grid} aria-label="Portfolio pictures">
            {pictures.map((picture, index) => (
              <SortableItem key={picture.id} id={picture.id} component="li" className={classes.tile}>
                <img
                  src={getPictureUrl(picture.url, PORTFOLIO_WIDTHS[0])}
                  width={picture.width}
                  height={picture.height}
                  // The caption is below the image, so `alt` is empty.
                  alt=""
                  className={classes.picture}
                  draggable={false}
                  loading="lazy"
                />
                <div className={classes.foot}>
                  <DragHandle label={`Move ${getPictureName(picture, index)}`} />
                  <Text size="sm" {...(picture.caption === '' && { c: 'dimmed' })} className={classes.caption ?? ''}>
                    {picture.caption === '' ? 'No description' : picture.caption}
                  </Text>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    onClick={() => setDescribed(picture)}
                    aria-label={`Describe ${getPictureName(picture, index)}`}
                  >
                    <Pencil size={17} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    onClick={() => setDeleted(picture)}
                    aria-label={`Delete ${getPictureName(picture, index)}`}
                  >
                    <Trash2 size={17} aria-hidden />
                  </ActionIcon>
                </div>
              </SortableItem>
            ))}
          </ol>
        </SortableList>
      )}
      <AddPictures
        room={LIMITS.portfolioPictures - pictures.length}
        isEmpty={pictures.length === 0}
        button={addButton}
      />
      <DescribePicture picture={described} onClose={() => setDescribed(null)} />
      <DeletePicture
        picture={deleted}
        onClose={() => setDeleted(null)}
        onDeleted={() => setTimeout(() => addButton.current?.focus())}
      />
    </AnchoredSection>
  );
}

interface AddPicturesProps {
  /** The number of pictures that the creator may still add. */
  room: number;
  isEmpty: boolean;
  button: React.RefObject<HTMLButtonElement | null>;
}

/**
 * Renders the button that adds pictures. If the user chooses a single file, they can crop it. Several files are
 * uploaded one after another without cropping.
 */
function AddPictures({ room, isEmpty, button }: AddPicturesProps) {
  const { file, open, close } = useChosenPicture(button);
  const resetInput = useRef<() => void>(null);
  const [filesLeft, setFilesLeft] = useState(0);
  const add = useMutation({
    mutationFn: ({ chosen, crop }: { chosen: File; crop?: PictureCrop | undefined }) =>
      uploadPicture('portfolio', chosen, crop),
    onSuccess: cacheProfile,
    onError: (error, { chosen }) =>
      isSignedOutError(error)
        ? handleSessionEnded()
        : notify('Error', `${chosen.name}: ${getErrorMessage(error, 'This picture could not be uploaded')}`, {
            keepsErrors: true,
          }),
  });

  const addAll = async (chosen: readonly File[]) => {
    const fitting = chosen.filter(isPictureSizeAllowed).slice(0, room);
    if (chosen.length > room)
      notify('Error', `You can add ${pluralize(room, 'more picture')}. Only the first ones were added.`);
    let added = 0;
    for (const [index, each] of fitting.entries()) {
      setFilesLeft(fitting.length - index);
      // If a file is rejected, the mutation reports it, and the upload continues with the next file.
      added += await add.mutateAsync({ chosen: each }).then(
        () => 1,
        () => 0,
      );
    }
    setFilesLeft(0);
    if (added > 0)
      notify(
        `${pluralize(added, 'picture')} added`,
        'Describe each picture for people who cannot see it and for search engines.',
        // Shows one toast per rejected file and keeps the toasts of the files before it.
        { keepsErrors: true },
      );
  };
  const choose = (chosen: File[]) => {
    // Without this, choosing the same file a second time would not trigger a change event.
    resetInput.current?.();
    const [only] = chosen;
    if (only !== undefined && chosen.length === 1) open(only);
    else if (chosen.length > 1) void addAll(chosen);
  };

  return (
    <>
      {isEmpty && (
        <Text c="dimmed" mb="md">
          No pictures yet. Show brands what your work looks like.
        </Text>
      )}
      <Group gap="sm" mt={isEmpty ? 0 : 'md'}>
        <FileButton
          multiple
          accept={PICTURE_ACCEPT}
          resetRef={resetInput}
          onChange={choose}
          inputProps={{ 'aria-label': 'Picture files' }}
        >
          {(props) => (
            <Button {...props} ref={button} variant="default" size="sm" loading={filesLeft > 0} disabled={room <= 0}>
              Add pictures
            </Button>
          )}
        </FileButton>
        <Text component="output" size="sm" c="dimmed">
          {filesLeft > 0
            ? `Uploading… ${filesLeft} left`
            : room <= 0
              ? 'Your portfolio is full. Delete a picture to add another one.'
              : ''}
        </Text>
      </Group>
      {file !== null && (
        <Suspense>
          <CropDialog
            chosen={file}
            kind="portfolio"
            title="Add a picture"
            submitLabel="Add picture"
            isSaving={add.isPending}
            onSave={(crop) =>
              add.mutate(
                { chosen: file.file, crop },
                {
                  onSuccess: () => {
                    close();
                    notify(
                      'Picture added',
                      'Describe the picture for people who cannot see it and for search engines.',
                    );
                  },
                },
              )
            }
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

const getCaptionBackupName = (id: string) => `caption ${id}`;
const validateCaption = schemaResolver(pictureCaption.pick({ caption: true }), { sync: true });

function DescribePicture({ picture, onClose }: { picture: OwnPicture | null; onClose: () => void }) {
  return (
    <Modal opened={picture !== null} onClose={onClose} title="Describe this picture">
      {picture !== null && <CaptionForm key={picture.id} picture={picture} onDone={onClose} />}
    </Modal>
  );
}

function CaptionForm({ picture, onDone }: { picture: OwnPicture; onDone: () => void }) {
  const form = useForm({ initialValues: { caption: picture.caption }, validate: validateCaption });
  useFormBackup(getCaptionBackupName(picture.id), {
    isDirty: form.isDirty(),
    values: form.getValues,
    restore: form.setValues,
  });
  const save = trpc.profiles.captionPicture.useMutation(createSaveHandlers('Description saved'));
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ caption }) => save.mutate({ id: picture.id, caption }, { onSuccess: onDone }),
        focusFirstError,
      )}
    >
      <img src={getPictureUrl(picture.url, PORTFOLIO_WIDTHS[0])} alt="" className={classes.preview} />
      <LimitedTextInput
        label="What it shows"
        description="One sentence. It appears below the picture, and screen readers read it aloud."
        placeholder="e.g. Rain jacket on a ridge above Innsbruck"
        data-autofocus
        limit={LIMITS.caption}
        mt="md"
        {...form.getInputProps('caption')}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onDone} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save description
        </Button>
      </Group>
    </form>
  );
}

function DeletePicture({
  picture,
  onClose,
  onDeleted,
}: {
  picture: OwnPicture | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = trpc.profiles.removePicture.useMutation(createSaveHandlers('Picture deleted'));
  return (
    <ConfirmDialog
      opened={picture !== null}
      title="Delete picture"
      confirmLabel="Delete"
      destructive
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        picture !== null &&
        remove.mutate(
          { id: picture.id },
          {
            onSuccess: () => {
              onClose();
              onDeleted();
            },
          },
        )
      }
    >
      This removes the picture from your profile. You cannot undo this.
    </ConfirmDialog>
  );
}
