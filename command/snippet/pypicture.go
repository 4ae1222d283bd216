package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// Pictures are made and written by constant names. A picture that is opened is
// only measured: to read some of them, Pillow starts other programs. Plots are
// drawn without a screen, and without LaTeX.

// pyPictureAttr lists what objects of these libraries have and do.
func pyPictureAttr(library string) string {
	switch library {
	case "PIL":
		return "size width height mode format close n_frames is_animated getbands info get getexif get_format_mimetype format_description"
	case "PIL.new":
		return `size width height mode resize crop rotate convert transpose copy getpixel putpixel getbbox getcolors thumbnail rectangle line ellipse polygon point arc text
			rounded_rectangle close save histogram point split paste alpha_composite quantize putalpha getchannel getextrema getdata putdata tobytes entropy reduce filter enhance multiline_text
			textbbox textlength chord pieslice bitmap floodfill mean median stddev extrema rms sum count var info get load verify putpalette getpalette apply_transparency has_transparency_data crop tell seek n_frames getbands getexif`
	case "matplotlib":
		return `plot scatter bar barh hist boxplot pie fill_between axhline axvline set_title set_xlabel set_ylabel set_xlim set_ylim set_xticks set_yticks set_xticklabels set_yticklabels
			tick_params legend grid tight_layout annotate text twinx suptitle autofmt_xdate subplots add_subplot imshow colorbar errorbar step flatten flat savefig invert_yaxis set_yscale set_xscale`
	case "pyarrow":
		return `schema schema_arrow num_rows num_columns num_row_groups column_names names shape metadata nbytes types type field row_group column statistics slice select to_pylist
			to_string total_compressed_size total_uncompressed_size path_in_schema compression has_dictionary_page num_values physical_type logical_type is_stats_set serialized_size num_batches created_by format_version total_byte_size min max null_count name nullable count read read_row_group read_row_groups iter_batches to_batches drop drop_columns rename_columns filter take sort_by group_by flatten append_column equals chunk chunks num_chunks chunk_sizes unique value_counts null_count is_null compression_level schema_arrow common_metadata remove_column set_column combine_chunks iterchunks
			kv_metadata pandas_metadata has_offset_index has_column_index file_offset dictionary_page_offset data_page_offset is_compressed distinct_count aggregate sum mean cast`
	case "spec":
		return "name origin"
	}
	return ""
}

// pyPainted lists functions of Pillow that make a picture of others, and what filters and
// measures them.
const pyPainted = `Image.fromarray Image.merge Image.blend Image.composite Image.alpha_composite Image.linear_gradient Image.radial_gradient Image.frombytes ImageChops.difference ImageChops.add ImageChops.subtract
	ImageChops.invert ImageChops.multiply ImageChops.screen ImageChops.lighter ImageChops.darker ImageChops.offset ImageOps.invert ImageOps.grayscale ImageOps.fit ImageOps.pad ImageOps.contain ImageOps.expand
	ImageOps.crop ImageOps.flip ImageOps.mirror ImageOps.autocontrast ImageOps.equalize ImageOps.exif_transpose ImageOps.colorize ImageOps.posterize ImageOps.solarize ImageEnhance.Contrast ImageEnhance.Brightness
	ImageEnhance.Color ImageEnhance.Sharpness ImageFilter.GaussianBlur ImageFilter.BoxBlur ImageFilter.MedianFilter ImageFilter.UnsharpMask ImageStat.Stat ImageColor.getrgb ImageFont.load_default`

// paints judges a call of one of these. A picture that is opened is drawn then.
func (j *pyJudge) paints(n *node) pyValue {
	for _, a := range n.kids[1:] {
		if a.kind == nStar && a.text == "**" {
			return j.fail()
		}
	}
	j.arguments(n)
	j.draws()
	return pyValue{what: pyObject, name: "PIL.new"}
}

// draws notes that pictures which were opened are drawn, which for some of them starts
// programs that draw what they say (PIL.EpsImagePlugin): they are the project's own.
func (j *pyJudge) draws() {
	for _, t := range j.pictured {
		if !listWords(".png .jpg .jpeg .gif .webp .bmp .ico .tif .tiff .PNG .JPG .JPEG", path.Ext(t.s)) {
			j.failed = true
		}
	}
	if len(j.pictured) > 0 {
		j.loadsFile(j.pictured, false)
	}
	j.pictured = nil
	j.drawing = true
}

// pictures judges functions of these libraries.
func (j *pyJudge) pictures(name string, n *node) (pyValue, bool) {
	first := j.argument(n, 0, "")
	switch name {
	case "PIL.Image.open":
		j.only(n, 1, "")
		texts := j.localPaths(first)
		j.touch(pipeline.KindRead, texts, false, false)
		if j.pictured = append(j.pictured, texts...); j.drawing {
			j.draws()
		}
		return pyValue{what: pyObject, name: "PIL"}, true
	case "PIL.Image.new", "PIL.ImageDraw.Draw":
		if v := j.eval(first); name == "PIL.ImageDraw.Draw" && v.name != "PIL.new" {
			return j.fail(), true
		}
		j.arguments(n)
		return pyValue{what: pyObject, name: "PIL.new"}, true
	case "matplotlib.use":
		j.only(n, 1, "")
		if !listWords("Agg agg svg pdf", j.word(first)) {
			return j.fail(), true
		}
		return pyValue{}, true
	case "matplotlib.pyplot.savefig":
		return j.drawn(n), true
	case "matplotlib.pyplot.style.use", "matplotlib.style.use": // one that it has itself
		j.only(n, 1, "")
		style := j.word(first)
		if !listWords("default classic fast bmh ggplot grayscale dark_background fivethirtyeight Solarize_Light2 tableau-colorblind10", style) && (!strings.HasPrefix(style, "seaborn") || strings.ContainsAny(style, "./:\\")) {
			return j.fail(), true
		}
		return pyValue{}, true
	case "matplotlib.pyplot.rcParams.update", "matplotlib.rcParams.update":
		if first == nil || len(n.kids) != 2 || first.kind != nDict {
			return j.fail(), true
		}
		for i := 0; i+1 < len(first.kids); i += 2 {
			if !j.drawSetting(first.kids[i]) {
				return j.fail(), true
			}
			j.plain(first.kids[i+1])
		}
		return pyValue{}, true
	case "matplotlib.rcParams.copy", "matplotlib.rcParams", "matplotlib.pyplot.rcParams", "matplotlib.style", "matplotlib.pyplot.style":
		return j.fail(), true
	}
	if painted, ok := strings.CutPrefix(name, "PIL."); ok && j.soft != nil && listWords(pyPainted, painted) {
		return j.paints(n), true
	}
	if rest, ok := strings.CutPrefix(name, "matplotlib."); ok && strings.Contains(rest, ".") && listWords(pyComputes("matplotlib"), rest) {
		return j.plots(n), true
	}
	return pyValue{}, false
}

// pyPlotParts are the classes by which plots say where ticks stand, how dates and numbers are
// written, shapes and colours: all public ones of these modules of matplotlib.
const pyPlotParts = `ticker.AsinhLocator ticker.AutoLocator ticker.AutoMinorLocator ticker.EngFormatter ticker.FixedFormatter ticker.FixedLocator ticker.FormatStrFormatter ticker.Formatter ticker.FuncFormatter
	ticker.IndexLocator ticker.LinearLocator ticker.Locator ticker.LogFormatter ticker.LogFormatterExponent ticker.LogFormatterMathtext ticker.LogFormatterSciNotation ticker.LogLocator
	ticker.LogitFormatter ticker.LogitLocator ticker.MaxNLocator ticker.MultipleLocator ticker.NullFormatter ticker.NullLocator ticker.PercentFormatter ticker.ScalarFormatter
	ticker.StrMethodFormatter ticker.SymmetricalLogLocator dates.AutoDateFormatter dates.AutoDateLocator dates.ConciseDateFormatter dates.DateFormatter dates.DateLocator dates.DayLocator
	dates.HourLocator dates.MicrosecondLocator dates.MinuteLocator dates.MonthLocator dates.RRuleLocator dates.SecondLocator dates.WeekdayLocator dates.YearLocator dates.date2num
	dates.datestr2num dates.drange dates.get_epoch dates.num2date dates.num2timedelta dates.rrulewrapper patches.Annulus patches.Arc patches.Arrow patches.ArrowStyle patches.BoxStyle
	patches.Circle patches.CirclePolygon patches.ConnectionPatch patches.ConnectionStyle patches.Ellipse patches.FancyArrow patches.FancyArrowPatch patches.FancyBboxPatch patches.Patch
	patches.PathPatch patches.Polygon patches.Rectangle patches.RegularPolygon patches.Shadow patches.StepPatch patches.Wedge colors.AsinhNorm colors.BoundaryNorm colors.CenteredNorm
	colors.Colormap colors.FuncNorm colors.LightSource colors.LinearSegmentedColormap colors.ListedColormap colors.LogNorm colors.NoNorm colors.Normalize colors.PowerNorm colors.SymLogNorm
	colors.TwoSlopeNorm colors.from_levels_and_colors colors.hex2color colors.hsv_to_rgb colors.is_color_like colors.rgb2hex colors.rgb_to_hsv colors.same_color colors.to_hex colors.to_rgb
	colors.to_rgba colors.to_rgba_array lines.Line2D gridspec.GridSpec pyplot.Circle pyplot.Rectangle pyplot.Polygon pyplot.Line2D pyplot.Normalize pyplot.GridSpec pyplot.MaxNLocator
	pyplot.MultipleLocator pyplot.FuncFormatter pyplot.FormatStrFormatter pyplot.NullFormatter pyplot.NullLocator pyplot.cycler pyplot.isinteractive pyplot.get_backend get_backend cm.get_cmap
	cm.ScalarMappable pyplot.Figure figure.Figure`

// pyShades are the maps of colours that matplotlib has, each of them also backwards (_r).
const pyShades = `Accent Blues BrBG BuGn BuPu CMRmap Dark2 GnBu Greens Greys OrRd Oranges PRGn Paired Pastel1 Pastel2 PiYG PuBu PuBuGn PuOr PuRd Purples RdBu RdGy RdPu RdYlBu RdYlGn Reds Set1 Set2 Set3
	Spectral Wistia YlGn YlGnBu YlOrBr YlOrRd afmhot autumn binary bone brg bwr cividis cool coolwarm copper cubehelix flag gist_earth gist_gray gist_heat gist_ncar gist_rainbow gist_stern
	gist_yarg gnuplot gnuplot2 gray hot hsv inferno jet magma nipy_spectral ocean pink plasma prism rainbow seismic spring summer tab10 tab20 tab20b tab20c terrain turbo twilight twilight_shifted
	viridis winter`

// drawSetting reports whether a text is a setting of plots that only says how they look: LaTeX,
// what draws them, and the cycles of colours, which are evaluated, are none.
func (j *pyJudge) drawSetting(n *node) bool {
	if n == nil || n.kind != nText || !n.sure || strings.Contains(n.text, "prop_cycle") || n.text == "figure.hooks" { // functions, by the names of their modules
		return false
	}
	group, name, ok := strings.Cut(n.text, ".")
	return ok && (listWords("figure font lines axes xtick ytick grid legend image hist boxplot scatter errorbar patch contour xaxis yaxis date mathtext hatch svg", group) || group == "savefig" && name != "directory" || n.text == "pdf.fonttype")
}

// drawSettings reports whether an expression is the settings of plots.
func (j *pyJudge) drawSettings(n *node) bool {
	return n.kind == nAttr && n.text == "rcParams" && listWords("matplotlib.rcParams matplotlib.pyplot.rcParams", j.eval(n).name)
}

// pictureCall judges a method of their objects.
func (j *pyJudge) pictureCall(base pyValue, name string, n *node) pyValue {
	if j.soft != nil && base.name == "PIL" && !listWords(pyPictureAttr("PIL"), name) && listWords(pyPictureAttr("PIL.new"), name) {
		j.draws()
		base.name = "PIL.new"
	}
	switch {
	case !listWords(pyPictureAttr(base.name), name) && !(j.soft != nil && base.name == "matplotlib" && pyDraws(name)):
		return j.fail()
	case name == "save" || name == "savefig":
		return j.drawn(n)
	case base.name == "matplotlib":
		return j.plots(n)
	}
	for _, a := range n.kids[1:] {
		if a.kind == nStar || a.kind == nArg && listWords("font", a.text) && !(j.soft != nil && a.kids[0].kind == nCall && j.eval(a.kids[0].kids[0]).name == "PIL.ImageFont.load_default") {
			return j.fail()
		}
	}
	j.arguments(n)
	j.pasted(n)
	return base
}

// pasted notes that a picture which was opened is drawn into another one.
func (j *pyJudge) pasted(n *node) {
	for _, a := range n.kids[1:] {
		if a.kind == nArg {
			a = a.kids[0]
		}
		if v := j.eval(a); v.what == pyObject && v.name == "PIL" {
			j.draws()
		}
	}
}

// plots judges arguments of what draws.
func (j *pyJudge) plots(n *node) pyValue {
	for _, a := range n.kids[1:] {
		if a.kind == nStar && a.text == "**" || a.kind == nArg && (listWords(pyPlotWays, a.text) || waysWithin(a.kids[0])) {
			return j.fail()
		}
	}
	j.arguments(n)
	return pyValue{what: pyObject, name: "matplotlib"}
}

// pyPlotWays are arguments that say how something is drawn, by what else.
const pyPlotWays = "usetex backend picker url path_effects font fontproperties fontdict textprops prop title_fontproperties FigureClass style"

// waysWithin reports whether a dictionary that is written there has one of these.
func waysWithin(n *node) bool {
	switch {
	case n.kind == nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] == nil || n.kids[i].kind == nText && listWords(pyPlotWays, n.kids[i].text) {
				return true
			}
		}
	case n.kind == nCall && passingName(n.kids[0]) == "dict":
		for _, a := range n.kids[1:] {
			if a.kind == nArg && listWords(pyPlotWays, a.text) || a.kind == nStar {
				return true
			}
		}
	}
	return false
}

// drawn writes a picture, of a kind that its name says and that nothing else is
// needed for.
func (j *pyJudge) drawn(n *node) pyValue {
	j.only(n, 2, "dpi bbox_inches transparent facecolor quality optimize format pad_inches fname save_all duration loop append_images subsampling progressive lossless method sizes")
	first := j.argument(n, 0, "fname")
	texts := j.localPaths(first)
	for _, t := range texts {
		if !listWords(".png .svg .pdf .jpg .jpeg .webp .gif .bmp .ico", path.Ext(t.s)) {
			return j.fail()
		}
	}
	for _, f := range [...]*node{j.argument(n, 9, "format"), j.argument(n, 1, "format")} {
		if f != nil && !listWords("png PNG svg pdf jpg jpeg JPEG webp WEBP gif GIF bmp BMP ico ICO", j.word(f)) {
			return j.fail()
		}
	}
	j.touch(pipeline.KindWrite, texts, false, false)
	return pyValue{}
}

// pyDraws reports whether a name of a figure or of what is in it only draws, in memory.
func pyDraws(name string) bool {
	for _, begin := range [...]string{"_", "save", "print", "show", "canvas", "manager", "read", "write", "open", "load", "run", "to_", "set_path_effects", "set_usetex", "set_url", "set_font", "set_prop", "pick",
		"style", "import", "switch", "install", "im", "use", "rc", "connect", "mpl", "event", "wait", "ginput", "pause", "plugin", "backend", "format_", "callbacks", "on_"} {
		if strings.HasPrefix(name, begin) && name != "imshow" && name != "set_prop_cycle" {
			return false
		}
	}
	return true
}
