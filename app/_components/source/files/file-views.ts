// How files are shown. Loaded with the first file.
import { AudioView } from "./audio-view";
import { ImageView } from "./image-view";
import { PdfView } from "./pdf-view";

export const fileViews = { image: ImageView, audio: AudioView, pdf: PdfView };
